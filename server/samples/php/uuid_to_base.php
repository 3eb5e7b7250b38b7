<?php

use PHPUnit\Framework\TestCase;
use Ramsey\Uuid\Exception\InvalidArgumentException;
use Ramsey\Uuid\Math\BrickMathCalculator;
use Ramsey\Uuid\Type\Integer as IntegerObject;

final class BrickMathCalculatorTest extends TestCase
{
    public function testNumbers(): void
    {
        $calculator = new BrickMathCalculator();
        $this->assertSame('ff', $calculator->toBase(new IntegerObject(255), 16));
        $this->assertSame('101', $calculator->toBase(new IntegerObject('5'), 2));
    }

    public function testBasesThatAreNone(): void
    {
        $this->expectException(InvalidArgumentException::class);
        (new BrickMathCalculator())->toBase(new IntegerObject(1), 1);
    }
}
