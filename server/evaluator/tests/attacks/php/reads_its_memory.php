<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    public function testReads(): void
    {
        $this->assertNotFalse(@file_get_contents('/proc/self/mem', false, null, 0x400000, 16));
    }
}
