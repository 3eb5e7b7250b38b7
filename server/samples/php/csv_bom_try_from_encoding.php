<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    public function testKnownNames(): void
    {
        $this->assertSame(Bom::Utf8, Bom::tryFromEncoding('utf-8'));
        $this->assertSame(Bom::Utf16Be, Bom::tryFromEncoding('UTF-16'));
        $this->assertSame(Bom::Utf16Le, Bom::tryFromEncoding('utf_16le'));
        $this->assertSame(Bom::Utf32Be, Bom::tryFromEncoding('UTF32BE'));
        $this->assertSame(Bom::Utf32Le, Bom::tryFromEncoding('UTF-32LE'));
    }

    public function testOtherNames(): void
    {
        $this->assertNull(Bom::tryFromEncoding('latin1'));
        $this->assertNull(Bom::tryFromEncoding(''));
    }
}
