<?php

use Monolog\Level;
use PHPUnit\Framework\TestCase;

final class LevelTest extends TestCase
{
    public function testFromDebugDown(): void
    {
        $numbers = array_map(static fn (Level $level): int => $level->toRFC5424Level(), Level::cases());
        $this->assertSame([7, 6, 5, 4, 3, 2, 1, 0], $numbers);
    }
}
