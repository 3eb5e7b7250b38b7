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

    public function testTwice(): void
    {
        $child = pcntl_fork();
        if ($child > 0) {
            pcntl_waitpid($child, $status);
        }
        $this->assertTrue(true);
    }
}
