<?php

use League\Csv\Bom;

/** There is no such class to extend. */
final class BomTest extends League\Csv\Testing\BomTestCase
{
    public function testKnownNames(): void
    {
        $this->assertSame(Bom::Utf8, Bom::tryFromEncoding('utf-8'));
    }
}
