<?php

use League\Csv\Query\Constraint\Comparison;
use PHPUnit\Framework\TestCase;

/** A parenthesis is missing. */
final class ComparisonTest extends TestCase
{
    public function testWords(): void
    {
        $this->assertSame(Comparison::Equals, Comparison::tryFromOperator('equal');
    }
}
