<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    public function testX(): void
    {
        $this->expectException(PHPUnit\Framework\AssertionFailedError::class);
        $this->fail('on purpose');
    }
}
