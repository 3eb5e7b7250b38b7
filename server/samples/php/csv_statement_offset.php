<?php

use League\Csv\InvalidArgument;
use League\Csv\Statement;
use PHPUnit\Framework\TestCase;

final class StatementTest extends TestCase
{
    public function testTheSameOffsetGivesTheSameObject(): void
    {
        $statement = (new Statement())->offset(2);
        $this->assertSame($statement, $statement->offset(2));
        $this->assertNotSame($statement, $statement->offset(3));
    }

    public function testNegativeOffsets(): void
    {
        $this->expectException(InvalidArgument::class);
        (new Statement())->offset(-1);
    }
}
