<?php

declare(strict_types=1);

/*
 * Turns what PHPUnit says into records. A test begins once and ends once: its end is sent when everything that PHPUnit
 * says of it is known, which is at "finished" for a test that was prepared and with the next test for one that was not.
 *
 * It also sends what ends the process without an exception: a fatal error while the suite is loaded is a fault of the
 * suite, one in a test fails that test.
 */
return static function (Closure $emit, Closure $clean, bool $brief, bool $strict, ?Closure $leave): object {
    return new class($emit, $clean, $brief, $strict, $leave) {
        /** What the process is doing: repository, loading, running, over. */
        public string $phase = 'repository';
        private int $failures = 0;
        /** @var array{passed: list<string>, skipped: list<string>} */
        private array $names = ['passed' => [], 'skipped' => []];
        /** @var array{id: string, name: string, status: ?string, message: string, risk: bool, begun: int}|null */
        private ?array $open = null;

        /**
         * `brief`: tests that do not fail are only named, all together at the end. `strict`: a test without assertions is
         * no pass. Not so under a changed function: a suite that catches what it throws, and so never gets to its
         * assertions, has not noticed anything. `leave` ends the process; with it the first failure is the last, which is all
         * that is asked of a run under a changed function.
         */
        public function __construct(
            private readonly Closure $emit,
            private readonly Closure $clean,
            private readonly bool $brief,
            private readonly bool $strict,
            private readonly ?Closure $leave,
        ) {}

        public function failures(): int
        {
            return $this->failures;
        }

        public function start(int $count): void
        {
            ($this->emit)('start', ['count' => $count]);
        }

        public function begin(object $test): void
        {
            $this->end();
            $name = ($this->clean)($test->isTestMethod() ? $test->nameWithClass() : $test->name(), 300);
            $id = $test->id();
            $this->open = ['id' => $id, 'name' => $name, 'status' => null, 'message' => '', 'risk' => false, 'begun' => hrtime(true)];
            $this->brief || ($this->emit)('begin', ['id' => ($this->clean)($id, 300), 'name' => $name]);
        }

        public function outcome(object $test, string $status, string $message): void
        {
            if ($this->open === null || $this->open['id'] !== $test->id()) {
                $this->begin($test);
            }
            if ($this->open['status'] === null || $status === 'failed') {
                $this->open['status'] = $status;
                $this->open['message'] = $message;
            }
        }

        public function risky(object $test, string $message): void
        {
            if ($this->open !== null && $this->open['id'] === $test->id()) {
                $this->open['risk'] = true;
                $this->open['message'] = $this->open['message'] === '' ? $message : $this->open['message'];
            }
        }

        /** Sends the end of the open test; without an outcome it stays open for ever. */
        public function end(int $assertions = 0): void
        {
            $open = $this->open;
            $this->open = null;
            if ($open === null || $open['status'] === null) {
                return;
            }
            // A pass is one that says something: PHPUnit calls a test without assertions risky and passes it.
            $empty = $this->strict && $open['status'] === 'passed' && $open['risk'] && $assertions === 0;
            $status = $empty ? 'skipped' : $open['status'];
            $this->failures += $status === 'failed' ? 1 : 0;
            if ($this->brief && $status !== 'failed') {
                $this->names[$status][] = $open['name'];

                return;
            }
            ($this->emit)('end', [
                'id' => ($this->clean)($open['id'], 300),
                'name' => $open['name'],
                'status' => $status,
                'assertions' => $assertions,
                'message' => $status === 'passed' ? '' : ($this->clean)($open['message'], 2000),
                'millis' => intdiv(hrtime(true) - $open['begun'], 1_000_000),
            ]);
            $status === 'failed' && $this->leave !== null && ($this->leave)(1);
        }

        public function names(): void
        {
            $this->brief && ($this->emit)('names', $this->names);
        }

        /** Something failed that is no test: a hook that runs once, a data provider. */
        public function outside(string $message): void
        {
            $this->end();
            $this->failures++;
            ($this->emit)('outside', ['message' => ($this->clean)($message, 2000)]);
            $this->leave !== null && ($this->leave)(1);
        }

        /** To be called when the process ends. */
        public function shutDown(): void
        {
            $error = error_get_last();
            $fatal = [E_ERROR, E_CORE_ERROR, E_COMPILE_ERROR, E_USER_ERROR, E_RECOVERABLE_ERROR];
            $message = $error !== null && in_array($error['type'], $fatal, true) ? $error['message'] : null;
            if ($this->phase === 'over') {
                return;
            }
            if ($message === null) {
                fwrite(STDERR, "The process was ended before the suite was.\n");

                return;
            }
            // What is left of it when it has run out.
            ini_set('memory_limit', '-1');
            $message = "PHP Fatal error: $message";
            if ($this->phase === 'repository') {
                ($this->emit)('fault', ['message' => ($this->clean)($message, 2000)]);
            } elseif ($this->phase === 'loading') {
                ($this->emit)('load_error', ['message' => ($this->clean)($message, 2000)]);
            } elseif ($this->open !== null) {
                [$this->open['status'], $this->open['message']] = ['failed', $message];
                $this->end();
            }
            $this->phase = 'over';
        }
    };
};
