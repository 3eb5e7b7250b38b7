<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    protected function onNotSuccessfulTest(Throwable $t): never
    {
        throw new PHPUnit\Framework\AssertionFailedError('');
    }

    public function testX(): void
    {
        $this->assertTrue(false);
    }
}
