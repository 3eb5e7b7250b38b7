<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;

/*
 * Runs a small suite in the fork server. PHP finds methods, constants and classes once and remembers where they are,
 * and a process has that from the one that it was forked from. What PHPUnit itself remembers of the run is in static
 * properties, which get back the values that they had: those of classes that nobody has used.
 */
return static function (array $part): void {
    $properties = [];
    foreach (get_declared_classes() as $name) {
        $class = new ReflectionClass($name);
        foreach ($class->isInternal() ? [] : $class->getProperties(ReflectionProperty::IS_STATIC) as $property) {
            if ($property->class === $name) {
                $properties[] = [$property, $property->isInitialized(), $property->isInitialized() ? $property->getValue() : null];
            }
        }
    }
    $nothing = static function (): void {};
    $watch = $part['watch']($nothing, static fn (string $text, int $limit): string => $text, false, true, null);
    $request = ['seed' => null, 'mutant' => false];
    $part['phpunit']($request, $part['subscribers']($watch))(__DIR__ . '/sample.php')();
    foreach ($properties as [$property, $wasInitialized, $value]) {
        $wasInitialized && $property->setValue(null, $value);
    }
};
