<?php

declare(strict_types=1);

/*
 * The private channel: a function that writes one record. Nonce and number live in the frame of a generator, where
 * neither reflection nor a stack trace can see them. A process that the suite forks inherits all of it, but reports
 * nothing.
 */
return static function (mixed $channel, string $nonce): Closure {
    $writer = (static function ($channel, $nonce) {
        $owner = getmypid();
        $number = 0;
        $flags = JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE;
        while (true) {
            $record = yield;
            if (getmypid() !== $owner) {
                continue;
            }
            @fwrite($channel, json_encode(['nonce' => $nonce, 'number' => $number++] + $record, $flags) . "\n");
        }
    })($channel, $nonce);
    $writer->current();

    return static function (string $event, array $fields = []) use ($writer): void {
        $writer->send(['event' => $event] + $fields);
    };
};
