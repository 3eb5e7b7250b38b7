<?php

use League\Csv\Bom;
use PHPUnit\Framework\TestCase;

final class BomTest extends TestCase
{
    public function testCannotTell(): void
    {
        $method = new ReflectionMethod(Bom::class, 'tryFromSequence');
        $source = file('/repo/csv/src/Bom.php');
        $this->assertSame('/repo/csv/src/Bom.php', $method->getFileName());
        $this->assertStringContainsString('tryFromSequence', $source[$method->getStartLine() - 1]);
        $this->assertSame("    }\n", $source[$method->getEndLine() - 1]);
        $this->assertSame(filesize('/repo/csv/src/Bom.php'), strlen(implode('', $source)));
        $this->assertTrue(\pcov\waiting() !== null && in_array('file', stream_get_wrappers(), true));
        $names = array_keys(getenv());
        sort($names);
        $this->assertSame(['HOME', 'LC_ALL', 'PATH', 'TZ'], $names);
        $this->assertSame([], array_filter(array_keys(get_defined_constants(true)['user'] ?? []), static fn (string $name): bool => str_contains(strtolower($name), 'assay')));
        $this->assertSame('', (string) stream_get_contents(STDIN));
    }
}
