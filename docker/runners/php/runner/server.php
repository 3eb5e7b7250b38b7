<?php

declare(strict_types=1);

/*
 * The fork server: loads PHPUnit once, then forks a process for each command. Nothing of a repository or of a suite is
 * ever loaded here. It returns only in such a process, with its standard input and its private channel.
 */
return static function (FFI $c, Closure $warm): array {
    $commands = fopen('php://fd/3', 'r');
    $answers = fopen('php://fd/4', 'w');
    require_once '/usr/share/php/PHPUnit/Autoload.php';
    foreach (file('/assay/classes.txt', FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES) ?: [] as $class) {
        class_exists($class) || interface_exists($class) || trait_exists($class);
    }
    $warm();
    gc_collect_cycles();
    // In pages of 2 MiB, where the kernel makes such on request (Linux 6.1; 25 is MADV_COLLAPSE): a fork then copies a few
    // entries instead of thousands. What a forked process writes to becomes its own in small pages, as always.
    foreach (file('/proc/self/maps') as $mapping) {
        if (preg_match('/^([0-9a-f]+)-([0-9a-f]+) rw-p 00000000 00:00 0 /', $mapping, $found) === 1) {
            [$first, $last] = [intdiv(hexdec($found[1]) + 0x1fffff, 0x200000), intdiv(hexdec($found[2]), 0x200000)];
            $first < $last && $c->madvise($first * 0x200000, ($last - $first) * 0x200000, 25);
        }
    }
    // clone(CLONE_PARENT | SIGCHLD) makes a child of the first process without another in between. Not so under gVisor, so it
    // is tried: nobody can wait for what is not his child.
    $direct = static fn (): int => $c->syscall(56, 0x8011, 0, 0, 0, 0);
    $probe = $direct();
    if ($probe === 0) {
        posix_kill(getmypid(), SIGKILL);
    }
    $isDirect = $probe > 0 && pcntl_waitpid($probe, $status) === -1;
    memory_reset_peak_usage();
    fwrite($answers, "ready\n");

    while (($line = fgets($commands)) !== false) {
        $fields = explode("\t", rtrim($line, "\n"));
        if (array_shift($fields) !== 'fork' || count($fields) < 7) {
            fwrite($answers, "error not a command of this server\n");
            continue;
        }
        $between = $isDirect ? 0 : pcntl_fork();
        if ($between === -1) {
            fwrite($answers, "error cannot fork\n");
            continue;
        }
        if ($between > 0) {
            pcntl_waitpid($between, $status);
            continue;
        }
        $step = $isDirect ? $direct() : pcntl_fork();
        if ($step !== 0) {
            fwrite($answers, $step > 0 ? "$step\n" : "error cannot fork\n");
            if ($isDirect) {
                continue;
            }
            // The process of the step becomes a child of the first process when this one is gone.
            posix_kill(getmypid(), SIGKILL);
        }

        [$input, $output, $report, $seconds, $user, $group, $folder] = $fields;
        $environment = array_slice($fields, 7);
        fclose($commands);
        fclose($answers);
        $c->close(3);
        $c->close(4);
        posix_setsid();
        // The first free number is 3, so the report is opened last.
        foreach ([[$input, 'r', [0]], [$output, 'w', [1, 2]]] as [$path, $mode, $numbers]) {
            $file = fopen($path, $mode);
            if ($file === false) {
                exit(71);
            }
            foreach ($numbers as $number) {
                $c->dup2(3, $number);
            }
            fclose($file);
        }
        $channel = fopen($report, 'w');
        // Only root may, and only root has any.
        $c->setgroups(0, null);
        if ($channel === false) {
            exit(71);
        }

        foreach (getenv() as $name => $_) {
            putenv($name);
            unset($_SERVER[$name], $_ENV[$name]);
        }
        foreach ($environment as $variable) {
            [$name, $value] = explode('=', $variable, 2) + [1 => ''];
            putenv("$name=$value");
            $_SERVER[$name] = $value;
        }
        $limited = posix_setrlimit(POSIX_RLIMIT_CPU, (int) $seconds, (int) $seconds + 1);
        $dropped = posix_setgid((int) $group) && posix_setuid((int) $user);
        umask(0o077);
        if (!$limited || !$dropped || !chdir($folder) || posix_getuid() !== (int) $user) {
            exit(71);
        }
        $_SERVER['REQUEST_TIME_FLOAT'] = microtime(true);
        $_SERVER['REQUEST_TIME'] = time();

        return [STDIN, $channel];
    }
    exit(0);
};
