<?php

use Monolog\Level;
use PHPUnit\Framework\TestCase;

final class LevelTest extends TestCase
{
    public function testAnyCase(): void
    {
        $this->assertSame(Level::Debug, Level::fromName('debug'));
        $this->assertSame(Level::Warning, Level::fromName('WARNING'));
        $this->assertSame(Level::Emergency, Level::fromName('Emergency'));
    }

    public function testUnknownNames(): void
    {
        $this->expectException(\UnhandledMatchError::class);
        Level::fromName('loud');
    }
}
