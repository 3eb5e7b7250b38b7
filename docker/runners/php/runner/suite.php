<?php

declare(strict_types=1);

/*
 * A run of a suite with PHPUnit. What PHPUnit's own command does, without the parts that end the process, that look for
 * a configuration, and that allow one class per file: every concrete test class of the suite is run.
 */
return static function (array $request, Closure $emit, array $part): int {
    $clean = static function (string $text, int $limit): string {
        return mb_substr(trim(mb_scrub($text, 'UTF-8')), 0, $limit, 'UTF-8');
    };
    $describe = static fn (Throwable $error): string => $clean($error::class . ': ' . $error->getMessage(), 2000);
    ini_set('memory_limit', (string) $request['memory']);
    $changed = $request['edit'] !== null;
    $watch = $part['watch']($emit, $clean, $request['mutant'], !$changed, $changed ? $part['leave'] : null);
    unset($part['leave']);
    register_shutdown_function($watch->shutDown(...));

    $text = (string) file_get_contents($request['suite']);
    try {
        token_get_all($text, TOKEN_PARSE);
    } catch (ParseError $error) {
        $message = "{$error->getMessage()} on line {$error->getLine()}";
        fwrite(STDERR, "PHP Parse error: $message\n");
        $watch->phase = 'over';
        $emit('syntax', ['message' => $clean($message, 2000)]);

        return 3;
    }

    $measured = !$request['mutant'];
    try {
        require_once '/usr/share/php/PHPUnit/Autoload.php';
        $measured && \pcov\start();
        $part['load']($request['repository'], $request['focal'], $request['edit']);
    } catch (Throwable $error) {
        fwrite(STDERR, "$error\n");
        $watch->phase = 'over';
        $emit('fault', ['message' => $describe($error)]);

        return 4;
    }

    $watch->phase = 'loading';
    $emit('ready');
    try {
        $build = $part['phpunit']($request, $part['subscribers']($watch));
        $run = $build($request['suite']);
    } catch (Throwable $error) {
        fwrite(STDERR, "$error\n");
        $emit('load_error', ['message' => $describe($error)]);
        $watch->phase = 'over';

        return 3;
    }

    $watch->phase = 'running';
    if ($measured) {
        // From here on only what the tests themselves reach counts as covered.
        \pcov\stop();
        \pcov\clear();
        \pcov\start();
    }
    try {
        $reference = $run();
    } catch (Throwable $error) {
        fwrite(STDERR, "$error\n");
        fwrite(STDERR, "The suite ended the run.\n");
        $watch->phase = 'over';

        return 70;
    }
    $covered = [];
    if ($measured) {
        \pcov\stop();
        [$first, $last] = $request['lines'];
        foreach (\pcov\collect(\pcov\inclusive, [$request['focal']])[$request['focal']] ?? [] as $line => $count) {
            if ($count > 0 && $line >= $first && $line <= $last) {
                $covered[] = $line;
            }
        }
        sort($covered);
    }
    $watch->phase = 'over';
    $watch->names();
    $measured && $emit('cov', ['covered' => $covered]);
    $code = $watch->failures() === 0 ? 0 : 1;
    $emit('done', ['rc' => $code, 'reference' => $reference]);

    return $code;
};
