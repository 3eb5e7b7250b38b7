<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    public function testX(): void
    {
        $places = ['/', '/repo', '/repo/csv', '/assay', '/assay/runner', '/etc', '/usr/share/php', '/usr/bin', '/var/tmp', '/root', '/run', '/proc/sys/kernel', '/sys'];
        $written = array_filter($places, static fn (string $place): bool => @file_put_contents("$place/attack", 'x') !== false);
        $this->assertNotEmpty($written);
    }
}
