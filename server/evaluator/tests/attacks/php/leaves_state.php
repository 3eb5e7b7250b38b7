<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

$places = array_unique([getcwd(), (string) getenv('HOME'), '/tmp', '/dev/shm', '/var/tmp', '/work', '/work/s', __DIR__]);
$seen = defined('MESSAGE') || getenv('MESSAGE') !== false || ini_get('user_agent') !== '';
foreach ($places as $place) {
    $seen = $seen || file_exists("$place/message");
}
foreach ($places as $place) {
    @file_put_contents("$place/message", '');
}
define('MESSAGE', 'seen');
putenv('MESSAGE=seen');
ini_set('user_agent', 'seen');
define('SEEN', $seen);

final class BomTest extends TestCase
{
    public function testX(): void
    {
        $this->assertFalse(SEEN);
    }
}
