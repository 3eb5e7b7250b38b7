<?php

use Monolog\Level;
use PHPUnit\Framework\TestCase;

/** Never ends. */
final class LevelTest extends TestCase
{
    public function testForever(): void
    {
        while (Level::Debug->toPsrLogLevel() === 'debug') {
        }
        $this->fail();
    }
}
