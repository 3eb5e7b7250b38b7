<?php

declare(strict_types=1);

/*
 * Runs one test suite for one focal function and reports what happened on descriptor 3.
 *
 * Standard input is one line of JSON (server/evaluator/src/php/request.rs writes it). Every record on descriptor 3 is
 * one line of JSON that carries the nonce of the request and a number counting up from 0; `report.rs` beside it reads
 * them. What the suite prints goes to standard output and is never a result.
 *
 *     php OPTIONS runner.php                    one run, in this process
 *     php OPTIONS runner.php --server           a fork server, see runner/server.php
 *
 * The suite runs in this process. It cannot reopen a class or replace a function of PHP, and what it can look up by
 * name (constants, globals, classes, functions) holds nothing of the runner: everything here is in closures and in the
 * local variables of a generator. That does not stop a suite that is written against this file; the control run, in
 * which the focal function fails at entry, is what such a suite has to get past.
 */
(static function (): never {
    ini_set('display_errors', '1');
    ini_set('log_errors', '0');
    ini_set('html_errors', '0');
    error_reporting(E_ALL);
    // Each file of the folder is one function. A server compiles them once, for all that it forks.
    $part = [];
    foreach (['channel', 'foreign', 'load', 'phpunit', 'prepare', 'server', 'subscribers', 'suite', 'warm', 'watch'] as $name) {
        $part[$name] = require __DIR__ . "/runner/$name.php";
    }
    [$c, $leave, $seal] = $part['foreign']();
    if (in_array('--server', $_SERVER['argv'] ?? [], true)) {
        [$input, $channel] = $part['server']($c, static fn () => $part['warm']($part));
    } else {
        [$input, $channel] = [STDIN, fopen('php://fd/3', 'w')];
    }
    // With coverage PHP calls its functions by way of C, 224 bytes for each, and does not look how much there is: room for
    // 300 000 instead of 37 000. Recursion without end still stops the process with signal 11, as it should, and soon.
    posix_setrlimit(POSIX_RLIMIT_STACK, 64 << 20, 64 << 20);
    $seal($c);
    unset($c, $seal, $part['foreign'], $part['server'], $part['warm']);
    $request = json_decode((string) fgets($input), true, 64, JSON_THROW_ON_ERROR);
    $_SERVER['argv'] = $GLOBALS['argv'] = ['phpunit'];
    $_SERVER['argc'] = $GLOBALS['argc'] = 1;
    $part['leave'] = $leave;
    $emit = $part['channel']($channel, $request['nonce']);
    unset($channel, $request['nonce']);
    $code = $part[$request['mode'] === 'prepare' ? 'prepare' : 'suite']($request, $emit, $part);
    $leave($code);
})();
