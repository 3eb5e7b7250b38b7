<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    public function testPasses(): void
    {
        $this->assertTrue(true);
    }
}
