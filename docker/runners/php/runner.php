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
    $folder = __DIR__ . '/runner';
    if (in_array('--server', $_SERVER['argv'] ?? [], true)) {
        [$input, $channel] = (require $folder . '/server.php')();
    } else {
        [$input, $channel] = [STDIN, fopen('php://fd/3', 'w')];
    }
    $request = json_decode((string) fgets($input), true, 64, JSON_THROW_ON_ERROR);
    $_SERVER['argv'] = $GLOBALS['argv'] = ['phpunit'];
    $_SERVER['argc'] = $GLOBALS['argc'] = 1;
    $emit = (require $folder . '/channel.php')($channel, $request['nonce']);
    unset($channel, $request['nonce']);
    $load = require $folder . '/load.php';
    $mode = $request['mode'] === 'prepare' ? 'prepare' : 'suite';
    exit((require "$folder/$mode.php")($request, $emit, $load));
})();
