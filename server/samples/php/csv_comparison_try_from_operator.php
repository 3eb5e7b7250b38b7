<?php

use League\Csv\Query\Constraint\Comparison;
use PHPUnit\Framework\TestCase;

final class ComparisonTest extends TestCase
{
    public function testWords(): void
    {
        $this->assertSame(Comparison::Equals, Comparison::tryFromOperator(' equal '));
        $this->assertSame(Comparison::NotEquals, Comparison::tryFromOperator('<>'));
        $this->assertSame(Comparison::GreaterThanOrEqual, Comparison::tryFromOperator('gte'));
        $this->assertSame(Comparison::NotIn, Comparison::tryFromOperator('NOT IN'));
    }

    public function testUnknown(): void
    {
        $this->assertNull(Comparison::tryFromOperator('~'));
    }
}
