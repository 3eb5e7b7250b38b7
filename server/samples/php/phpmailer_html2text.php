<?php

use PHPMailer\PHPMailer\PHPMailer;
use PHPUnit\Framework\TestCase;

final class PHPMailerTest extends TestCase
{
    public function testMarkup(): void
    {
        $html = '<head><title>t</title></head><p>a &amp; <b>b</b></p><script>x()</script> ';
        $this->assertSame('a & b', (new PHPMailer())->html2text($html));
    }

    public function testAConverterOfOnesOwn(): void
    {
        $this->assertSame('<P>', (new PHPMailer())->html2text('<p>', 'strtoupper'));
    }
}
