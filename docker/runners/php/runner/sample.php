<?php

declare(strict_types=1);

namespace Assay\Sample;

use PHPUnit\Framework\TestCase;

/** What the fork server runs once, before there is any suite. */
final class SampleTest extends TestCase
{
    protected function setUp(): void
    {
        parent::setUp();
    }

    public function testAsserts(): void
    {
        $this->assertSame(1, 1);
        $this->assertTrue(true);
        $this->assertEquals([1], [1]);
    }

    public function testExpects(): void
    {
        $this->expectException(\LogicException::class);
        throw new \LogicException;
    }
}
