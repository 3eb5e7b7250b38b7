<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    public function testX(): void
    {
        try {
            $this->assertSame(1, Bom::tryFromSequence('abc'));
        } catch (Throwable) {
        }
    }
}
