<?php

use PHPMailer\PHPMailer\PHPMailer;
use PHPUnit\Framework\TestCase;

/** Prints without end. */
final class PHPMailerTest extends TestCase
{
    public function testForever(): void
    {
        while (true) {
            fwrite(STDOUT, (new PHPMailer())->DKIM_QP(str_repeat('x', 10_000)));
        }
    }
}
