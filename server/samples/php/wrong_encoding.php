<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

/** The name is written otherwise. */
final class BomTest extends TestCase
{
    public function testNames(): void
    {
        $this->assertSame('utf8', Bom::Utf8->encoding());
    }
}
