<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    public static function numbers(): iterable
    {
        yield from array_map(static fn (int $n): array => [$n], range(1, 10_000));
    }

    #[PHPUnit\Framework\Attributes\DataProvider('numbers')]
    public function testNumber(int $n): void
    {
        $this->assertNull(Bom::tryFromSequence("$n"));
    }
}
