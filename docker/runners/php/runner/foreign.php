<?php

declare(strict_types=1);

/*
 * What the runner needs of the C library and PHP does not offer. PHP can neither close an inherited descriptor by its
 * number nor put another file in its place, and a suite needs the constants STDIN, STDOUT and STDERR. Its own way of
 * ending a process takes longer than a small suite: it takes all classes apart and unloads every extension; and it runs
 * what a suite has left for the end, when everything is said.
 *
 * Gives the functions, one that ends the process, and one that takes the possibility to make others away from it, which
 * is called before anything of a suite is read: `ffi.enable` cannot be changed from PHP, only from C.
 */
return static function (): array {
    $c = FFI::cdef('
        typedef struct { uint32_t count, kind; uint64_t hash; size_t length; char text[16]; } name;
        int dup2(int from, int to);
        int close(int descriptor);
        int setgroups(size_t count, const unsigned *groups);
        long syscall(long number, ...);
        int madvise(uint64_t address, size_t length, int advice);
        int zend_alter_ini_entry_chars(name *setting, const char *value, size_t length, int right, int stage);
    ');
    $end = FFI::cdef('void _exit(int code);');
    $leave = static fn (int $code): never => $end->_exit($code);
    $seal = static function (FFI $c): void {
        $setting = $c->new('name');
        [$setting->count, $setting->kind, $setting->length] = [2, 6, strlen('ffi.enable')];
        FFI::memcpy($setting->text, 'ffi.enable', strlen('ffi.enable'));
        $c->zend_alter_ini_entry_chars(FFI::addr($setting), '0', 1, 4, 16);
        if (ini_get('ffi.enable') !== '0') {
            exit(71);
        }
    };

    return [$c, $leave, $seal];
};
