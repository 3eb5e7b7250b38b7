<?php

use PHPMailer\PHPMailer\PHPMailer;
use PHPUnit\Framework\TestCase;

final class PHPMailerTest extends TestCase
{
    public function testPrintableCharactersStay(): void
    {
        $this->assertSame('abc!:<>~', (new PHPMailer())->DKIM_QP('abc!:<>~'));
    }

    public function testTheRestIsQuoted(): void
    {
        $this->assertSame('a=20b=3Dc=3B', (new PHPMailer())->DKIM_QP('a b=c;'));
        $this->assertSame('=C3=A4=7F', (new PHPMailer())->DKIM_QP("ä\x7f"));
        $this->assertSame('', (new PHPMailer())->DKIM_QP(''));
    }
}
