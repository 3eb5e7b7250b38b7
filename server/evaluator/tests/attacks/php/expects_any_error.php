<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    public function testX(): void
    {
        $this->expectException(Error::class);
        Bom::tryFromSequence('abc');
    }
}
