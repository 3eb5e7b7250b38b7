<?php

use League\Csv\Statement;
use PHPUnit\Framework\TestCase;

/** Passes, but says nothing about offset, which it never calls. */
final class StatementTest extends TestCase
{
    public function testLimit(): void
    {
        $this->assertNotSame(new Statement(), (new Statement())->limit(3));
    }
}
