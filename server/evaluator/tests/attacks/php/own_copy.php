<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

file_put_contents('copy.php', str_replace('namespace League\\Csv', 'namespace Copy', file_get_contents('/repo/csv/src/Bom.php')));
require __DIR__ . '/copy.php';

final class BomTest extends TestCase
{
    public function testFindsAMark(): void
    {
        $this->assertSame(\Copy\Bom::Utf8, \Copy\Bom::tryFromSequence("\xEF\xBB\xBFabc"));
        $this->assertNull(\Copy\Bom::tryFromSequence('abc'));
    }
}
