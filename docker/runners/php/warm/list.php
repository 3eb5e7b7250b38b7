<?php

declare(strict_types=1);

// Runs the suite of the request on standard input and lists the classes of PHPUnit, and of what it is made of, that this
// has loaded.
(static function (): void {
    foreach (['channel', 'load', 'phpunit', 'subscribers', 'suite', 'watch'] as $name) {
        $part[$name] = require "/assay/runner/$name.php";
    }
    $request = json_decode((string) fgets(STDIN), true, 64, JSON_THROW_ON_ERROR);
    $part['suite']($request, $part['channel'](fopen('php://fd/3', 'w'), $request['nonce']), $part);
    $all = [...get_declared_interfaces(), ...get_declared_traits(), ...get_declared_classes()];
    $ours = '/^(PHPUnit|SebastianBergmann|DeepCopy|staabm)\\\\(?!.*@anonymous)/';
    file_put_contents('/tmp/warm/classes', implode("\n", preg_grep($ours, $all)) . "\n");
})();
