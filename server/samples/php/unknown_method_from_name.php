<?php

use Monolog\Level;
use PHPUnit\Framework\TestCase;

/** There is no such method, which shows when it is called. */
final class LevelTest extends TestCase
{
    public function testAnyCase(): void
    {
        $this->assertSame('debug', Level::fromName('debug')->inLowerCase());
    }
}
