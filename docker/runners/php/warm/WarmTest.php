<?php

declare(strict_types=1);

use League\Csv\Reader;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

/** Passes, fails, errors, skips, mocks and provides, so that PHPUnit loads what suites make it load. */
final class WarmTest extends TestCase
{
    protected function setUp(): void
    {
        parent::setUp();
    }

    public static function pairs(): array
    {
        return [[1, 1], 'other' => [2, 3]];
    }

    #[DataProvider('pairs')]
    public function testProvides(int $left, int $right): void
    {
        $this->assertSame($left, $right);
    }

    /** @dataProvider pairs */
    public function testProvidesInTheOldWay(int $left, int $right): void
    {
        $this->assertEquals([$left], [$right]);
    }

    public function testAsserts(): void
    {
        $this->assertTrue(true);
        $this->assertFalse(false);
        $this->assertNull(null);
        $this->assertCount(1, [1]);
        $this->assertEmpty([]);
        $this->assertNotEmpty([1]);
        $this->assertInstanceOf(Reader::class, Reader::createFromString("a,b\n1,2\n"));
        $this->assertIsArray([]);
        $this->assertIsString('');
        $this->assertIsInt(1);
        $this->assertStringContainsString('a', 'abc');
        $this->assertMatchesRegularExpression('/a/', 'abc');
        $this->assertArrayHasKey('a', ['a' => 1]);
        $this->assertContains(1, [1]);
        $this->assertGreaterThan(1, 2);
        $this->assertLessThanOrEqual(2, 2);
        $this->assertNotSame(1, 2);
        $this->assertNotEquals(1, 2);
        $this->assertEquals(1.0, 1.0);
        $this->assertEquals(new stdClass, new stdClass);
        $this->assertEqualsWithDelta(1.0, 1.1, 0.2);
        $this->assertThat(1, $this->logicalNot($this->equalTo(2)));
    }

    public function testMocks(): void
    {
        $mock = $this->createMock(Countable::class);
        $mock->expects($this->once())->method('count')->willReturn(3);
        $this->assertSame(3, count($mock));
        $stub = $this->createStub(ArrayAccess::class);
        $stub->method('offsetGet')->with('a')->willReturnCallback(static fn (string $key): string => $key);
        $this->assertSame('a', $stub['a']);
    }

    public function testExpects(): void
    {
        $this->expectException(RuntimeException::class);
        $this->expectExceptionMessage('why');
        throw new RuntimeException('why');
    }

    public function testErrors(): void
    {
        throw new LogicException('on purpose');
    }

    public function testFails(): void
    {
        $this->assertEquals(['a' => 'b'], ['a' => 'c']);
    }

    public function testSkips(): void
    {
        $this->markTestSkipped('on purpose');
    }

    public function testIsIncomplete(): void
    {
        $this->markTestIncomplete('on purpose');
    }

    public function testAssertsNothing(): void {}

    public function testWarns(): void
    {
        trigger_error('on purpose', E_USER_DEPRECATED);
        $this->assertTrue(true);
    }
}
