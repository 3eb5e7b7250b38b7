<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    public function testX(): void
    {
        exec('echo {} >&3');
        $this->assertTrue(true);
    }
}
