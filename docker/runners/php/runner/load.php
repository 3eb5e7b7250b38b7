<?php

declare(strict_types=1);

/*
 * Loads what a suite needs of the repository: the autoloader, and the focal file in the version that this run is about.
 *
 * The focal file is always loaded here, before the suite, through a stream wrapper for `file://` that stands in for
 * exactly this one opening and takes itself away in it. So the file keeps its path (`__FILE__`, coverage), the suite
 * sees the source as it is in the image whatever this run changes in it, nothing else ever goes through the wrapper,
 * and a suite cannot put a class of its own in place of the focal one.
 *
 * `edit` is null or [first byte, byte after the last, text that stands there instead].
 */
return static function (array $repository, string $focal, ?array $edit): void {
    $root = rtrim($repository['root'], '/');
    foreach ($repository['depends'] as $package) {
        require_once "/usr/share/php/$package/autoload.php";
    }
    $prefixes = $repository['psr4'];
    spl_autoload_register(static function (string $class) use ($root, $prefixes): void {
        foreach ($prefixes as [$prefix, $folder]) {
            if (str_starts_with($class, $prefix)) {
                $file = "$root/$folder" . str_replace('\\', '/', substr($class, strlen($prefix))) . '.php';
                if (is_file($file)) {
                    require_once $file;

                    return;
                }
            }
        }
    }, true, true);

    $text = file_get_contents($focal);
    if ($text === false) {
        throw new RuntimeException("$focal cannot be read");
    }
    if ($edit !== null) {
        $text = substr_replace($text, $edit[2], $edit[0], $edit[1] - $edit[0]);
    }
    $wrapper = new class {
        public static string $path = '';
        public static string $text = '';
        /** @var resource|null */
        public $context;
        private string $rest = '';

        public function stream_open(string $path, string $mode, int $options, ?string &$opened): bool
        {
            stream_wrapper_restore('file');
            [$this->rest, self::$text] = [self::$text, ''];

            return $path === self::$path;
        }

        public function stream_read(int $bytes): string
        {
            $piece = substr($this->rest, 0, $bytes);
            $this->rest = substr($this->rest, strlen($piece));

            return $piece;
        }

        public function stream_eof(): bool
        {
            return $this->rest === '';
        }

        /** @return array{size: int} */
        public function stream_stat(): array
        {
            return ['size' => strlen($this->rest)];
        }

        public function stream_set_option(int $option, int $first, int $second): bool
        {
            return false;
        }
    };
    $wrapper::$path = $focal;
    $wrapper::$text = $text;
    unset($text, $edit);
    stream_wrapper_unregister('file');
    stream_wrapper_register('file', $wrapper::class);
    (static function (string $file): void {
        include $file;
    })($focal);
    foreach ($repository['files'] as $file) {
        require_once "$root/$file";
    }
};
