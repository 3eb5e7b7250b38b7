<?php

use PHPMailer\PHPMailer\PHPMailer;
use PHPUnit\Framework\TestCase;

final class PHPMailerTest extends TestCase
{
    public function testNameAndValue(): void
    {
        $mail = new PHPMailer();
        $this->assertTrue($mail->addCustomHeader('X-A', ' 1 '));
        $this->assertTrue($mail->addCustomHeader('X-B: 2'));
        $this->assertSame([['X-A', '1'], ['X-B', '2']], $mail->getCustomHeaders());
    }

    public function testLineBreaks(): void
    {
        $mail = new PHPMailer();
        $this->assertFalse($mail->addCustomHeader('X-A', "1\r\nX-B: 2"));
        $this->assertFalse($mail->addCustomHeader('', '1'));
        $this->assertSame([], $mail->getCustomHeaders());
    }
}
