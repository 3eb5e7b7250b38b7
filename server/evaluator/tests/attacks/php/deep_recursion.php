<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    private function deeper(int $n): int
    {
        return $this->deeper($n + 1) + 1;
    }

    public function testFalls(): void
    {
        $this->deeper(0);
    }
}
