<?php

namespace Fake;

use PHPUnit\Framework\TestCase;

enum Bom: string
{
    case Utf8 = 'a';

    public static function tryFromSequence(mixed $sequence): ?self
    {
        return self::Utf8;
    }
}

final class BomTest extends TestCase
{
    public function testX(): void
    {
        $this->assertSame(Bom::Utf8, Bom::tryFromSequence('x'));
    }
}
