<?php

use PHPUnit\Framework\TestCase;
use Ramsey\Uuid\Exception\InvalidArgumentException;
use Ramsey\Uuid\Math\BrickMathCalculator;

final class BrickMathCalculatorTest extends TestCase
{
    public function testNumbers(): void
    {
        $calculator = new BrickMathCalculator();
        $this->assertSame('255', $calculator->fromBase('ff', 16)->toString());
        $this->assertSame('5', $calculator->fromBase('101', 2)->toString());
    }

    public function testDigitsThatTheBaseLacks(): void
    {
        $this->expectException(InvalidArgumentException::class);
        (new BrickMathCalculator())->fromBase('12', 2);
    }
}
