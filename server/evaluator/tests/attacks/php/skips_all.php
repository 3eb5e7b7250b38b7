<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    public function testSkipped(): void
    {
        $this->markTestSkipped('no');
    }
    public function testIncomplete(): void
    {
        $this->markTestIncomplete('later');
    }

    #[PHPUnit\Framework\Attributes\RequiresPhp('< 5')]
    public function testOldPhp(): void
    {
        $this->assertTrue(false);
    }
}
