<?php

declare(strict_types=1);

/*
 * Preparation: no suite. For each focal function, which of its lines are executable and whether the file still
 * loads with the control mutant and with each of its mutants. One child process for each question, because PHP cannot forget a class.
 */
return static function (array $request, Closure $emit, array $part): int {
    $ask = static function (array $focal, Closure $answer, ?array $edit) use ($part, $request): ?string {
        [$reading, $writing] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $child = pcntl_fork();
        if ($child !== 0) {
            fclose($writing);
            $text = $child > 0 ? stream_get_contents($reading) : '';
            fclose($reading);
            $child > 0 && pcntl_waitpid($child, $status);

            return $text === '' ? null : $text;
        }
        $leave = static function (string $text) use ($writing): never {
            fwrite($writing, $text);
            fclose($writing);
            posix_kill(getmypid(), SIGKILL);
            exit;
        };
        register_shutdown_function(static function () use ($leave): void {
            $leave('!' . (error_get_last()['message'] ?? 'loading it ends the process'));
        });
        ini_set('display_errors', '0');
        ob_start();
        try {
            \pcov\start();
            $part['load']($request['repository'], $focal['file'], $edit);
            $leave(json_encode($answer(), JSON_THROW_ON_ERROR));
        } catch (Throwable $error) {
            $leave('!' . $error::class . ': ' . $error->getMessage());
        }
    };
    $read = static function (?string $text): array {
        if ($text === null) {
            return [null, 'loading it ends the process'];
        }

        return $text[0] === '!' ? [null, substr($text, 1)] : [json_decode($text, true), null];
    };

    foreach ($request['focals'] as $index => $focal) {
        [$first, $last] = $focal['lines'];
        [$lines, $problem] = $read($ask($focal, static function () use ($focal, $first, $last): array {
            \pcov\stop();
            $counts = \pcov\collect(\pcov\inclusive, [$focal['file']])[$focal['file']] ?? [];
            $lines = array_filter(array_keys($counts), static fn (int $line): bool => $line >= $first && $line <= $last);
            sort($lines);

            return $lines;
        }, null));
        if ($problem !== null) {
            $emit('problem', ['index' => $index, 'mutant' => null, 'message' => $problem]);
            continue;
        }
        $emit('lines', ['index' => $index, 'executable' => $lines]);
        $edits = $focal['control'] === null ? [] : [[null, $focal['control']]];
        $wanted = $request['mutants'];
        foreach ([...$edits, ...$focal['mutants']] as [$mutant, $edit]) {
            [, $problem] = $read($ask($focal, static fn (): int => 1, $edit));
            if ($problem !== null) {
                $emit('problem', ['index' => $index, 'mutant' => $mutant, 'message' => $problem]);
            } elseif ($mutant === null) {
                $emit('control', ['index' => $index]);
            } else {
                $emit('mutant', ['index' => $index, 'mutant' => $mutant]);
                if (--$wanted === 0) {
                    break;
                }
            }
        }
    }
    require_once '/usr/share/php/PHPUnit/Autoload.php';
    if (!class_exists(PHPUnit\TextUI\Application::class)) {
        $emit('problem', ['index' => null, 'mutant' => null, 'message' => 'PHPUnit cannot be loaded']);
    }
    $emit('done', ['rc' => 0, 'reference' => 0]);

    return 0;
};
