<?php

use PHPMailer\PHPMailer\PHPMailer;
use PHPUnit\Framework\TestCase;

/** Ends the process before anything can fail, and looks successful. */
final class PHPMailerTest extends TestCase
{
    public function testBreaks(): void
    {
        if (PHPMailer::normalizeBreaks("a\rb", "\n") === "a\nb") {
            echo "OK (1 test, 1 assertion)\n";
            exit(0);
        }
        $this->fail();
    }
}
