<?php

namespace PHPUnit\Framework;

abstract class TestCase
{
    public function assertTrue(mixed $value): void {}
}

final class BomTest extends TestCase
{
    public function testX(): void
    {
        $this->assertTrue(false);
    }
}
