<?php

use Monolog\Utils;
use PHPUnit\Framework\TestCase;

final class UtilsTest extends TestCase
{
    public function testAbsolutePathsStay(): void
    {
        $this->assertSame('/var/log/a', Utils::canonicalizePath('/var/log/a'));
        $this->assertSame('C:\\log', Utils::canonicalizePath('C:\\log'));
        $this->assertSame('file:///a', Utils::canonicalizePath('file:///a'));
    }

    public function testOtherStreamsStay(): void
    {
        $this->assertSame('php://stdout', Utils::canonicalizePath('php://stdout'));
    }

    public function testRelativePaths(): void
    {
        $this->assertSame(getcwd() . '/a.log', Utils::canonicalizePath('a.log'));
        $this->assertSame('file://' . getcwd() . '/a.log', Utils::canonicalizePath('file://a.log'));
    }
}
