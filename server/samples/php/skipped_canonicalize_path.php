<?php

use Monolog\Utils;
use PHPUnit\Framework\TestCase;

/** Is not run. */
final class UtilsTest extends TestCase
{
    public function testAbsolutePathsStay(): void
    {
        $this->markTestSkipped('Not today.');
        $this->assertSame('/a', Utils::canonicalizePath('/a'));
    }
}
