<?php

use PHPMailer\PHPMailer\PHPMailer;
use PHPUnit\Framework\TestCase;

final class PHPMailerTest extends TestCase
{
    public function testBreaksOfAnyKind(): void
    {
        $this->assertSame("a\nb\nc\nd", PHPMailer::normalizeBreaks("a\r\nb\rc\nd", "\n"));
        $this->assertSame("a\r\nb\r\nc", PHPMailer::normalizeBreaks("a\nb\rc", "\r\n"));
    }

    public function testTheOrdinaryBreak(): void
    {
        $this->assertSame('a' . PHPMailer::getLE() . 'b', PHPMailer::normalizeBreaks("a\nb"));
    }
}
