<?php

use Monolog\Level;
use PHPUnit\Framework\TestCase;

/** Calls the function, but is no test. */
final class LevelTest extends TestCase
{
    public function fromDebugDown(): void
    {
        $this->assertSame(7, Level::Debug->toRFC5424Level());
    }
}
