<?php

// Lists the classes of PHPUnit and of what it is made of when the process ends.
register_shutdown_function(static function (): void {
    $all = [...get_declared_interfaces(), ...get_declared_traits(), ...get_declared_classes()];
    $ours = '/^(PHPUnit|SebastianBergmann|DeepCopy|staabm)\\\\(?!.*@anonymous)/';
    file_put_contents('/tmp/warm/classes', implode("\n", preg_grep($ours, $all)) . "\n");
});
