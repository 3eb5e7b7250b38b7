<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    public function testX(): void
    {
        foreach (get_resources('stream') as $stream) {
            fclose($stream);
        }
        $this->assertTrue(true);
    }
}
