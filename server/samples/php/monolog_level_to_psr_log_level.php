<?php

use Monolog\Level;
use PHPUnit\Framework\TestCase;
use Psr\Log\LogLevel;

final class LevelTest extends TestCase
{
    public function testEveryLevel(): void
    {
        $this->assertSame(LogLevel::DEBUG, Level::Debug->toPsrLogLevel());
        $this->assertSame(LogLevel::INFO, Level::Info->toPsrLogLevel());
        $this->assertSame(LogLevel::NOTICE, Level::Notice->toPsrLogLevel());
        $this->assertSame(LogLevel::WARNING, Level::Warning->toPsrLogLevel());
        $this->assertSame(LogLevel::ERROR, Level::Error->toPsrLogLevel());
        $this->assertSame(LogLevel::CRITICAL, Level::Critical->toPsrLogLevel());
        $this->assertSame(LogLevel::ALERT, Level::Alert->toPsrLogLevel());
        $this->assertSame(LogLevel::EMERGENCY, Level::Emergency->toPsrLogLevel());
    }
}
