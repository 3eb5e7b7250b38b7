<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    public function testNames(): void
    {
        $this->assertSame('UTF-8', Bom::Utf8->encoding());
        $this->assertSame('UTF-16LE', Bom::Utf16Le->encoding());
        $this->assertSame('UTF-16BE', Bom::Utf16Be->encoding());
        $this->assertSame('UTF-32LE', Bom::Utf32Le->encoding());
        $this->assertSame('UTF-32BE', Bom::Utf32Be->encoding());
    }
}
