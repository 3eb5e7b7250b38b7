<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    public function testNative(): void
    {
        $this->assertInstanceOf(FFI::class, FFI::cdef('int getpid(void);'));
    }
}
