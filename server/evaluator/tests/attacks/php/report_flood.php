<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    public function testX(): void
    {
        $channel = fopen('php://fd/3', 'w');
        while (true) {
            fwrite($channel, str_repeat('x', 10_000));
        }
    }
}
