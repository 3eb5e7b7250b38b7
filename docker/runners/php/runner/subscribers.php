<?php

declare(strict_types=1);

use PHPUnit\Event\Test;
use PHPUnit\Event\TestRunner;
use PHPUnit\Event\TestSuite;

/* The subscribers that tell the watch what PHPUnit does. PHPUnit wants one class for each kind of event. */
return static function (object $watch): array {
    $thrown = static fn (object $event): string => "{$event->throwable()->className()}: {$event->throwable()->message()}";

    return [
        new class($watch) implements TestRunner\ExecutionStartedSubscriber {
            public function __construct(private readonly object $watch) {}
            public function notify(TestRunner\ExecutionStarted $event): void { $this->watch->start($event->testSuite()->count()); }
        },
        new class($watch) implements Test\PreparationStartedSubscriber {
            public function __construct(private readonly object $watch) {}
            public function notify(Test\PreparationStarted $event): void { $this->watch->begin($event->test()); }
        },
        new class($watch) implements Test\PassedSubscriber {
            public function __construct(private readonly object $watch) {}
            public function notify(Test\Passed $event): void { $this->watch->outcome($event->test(), 'passed', ''); }
        },
        new class($watch) implements Test\FailedSubscriber {
            public function __construct(private readonly object $watch) {}
            public function notify(Test\Failed $event): void
            {
                $message = $event->throwable()->message();
                $message .= $event->hasComparisonFailure() ? "\n{$event->comparisonFailure()->diff()}" : '';
                $this->watch->outcome($event->test(), 'failed', $message);
            }
        },
        new class($watch, $thrown) implements Test\ErroredSubscriber {
            public function __construct(private readonly object $watch, private readonly Closure $thrown) {}
            public function notify(Test\Errored $event): void { $this->watch->outcome($event->test(), 'failed', ($this->thrown)($event)); }
        },
        new class($watch) implements Test\SkippedSubscriber {
            public function __construct(private readonly object $watch) {}
            public function notify(Test\Skipped $event): void { $this->watch->outcome($event->test(), 'skipped', $event->message()); }
        },
        new class($watch) implements Test\MarkedIncompleteSubscriber {
            public function __construct(private readonly object $watch) {}
            public function notify(Test\MarkedIncomplete $event): void { $this->watch->outcome($event->test(), 'skipped', $event->throwable()->message()); }
        },
        new class($watch) implements Test\ConsideredRiskySubscriber {
            public function __construct(private readonly object $watch) {}
            public function notify(Test\ConsideredRisky $event): void { $this->watch->risky($event->test(), $event->message()); }
        },
        new class($watch) implements Test\FinishedSubscriber {
            public function __construct(private readonly object $watch) {}
            public function notify(Test\Finished $event): void { $this->watch->end($event->numberOfAssertionsPerformed()); }
        },
        new class($watch) implements TestSuite\SkippedSubscriber {
            public function __construct(private readonly object $watch) {}
            public function notify(TestSuite\Skipped $event): void
            {
                foreach ($event->testSuite()->tests() as $test) {
                    $this->watch->outcome($test, 'skipped', $event->message());
                }
                $this->watch->end();
            }
        },
        new class($watch, $thrown) implements Test\BeforeFirstTestMethodErroredSubscriber {
            public function __construct(private readonly object $watch, private readonly Closure $thrown) {}
            public function notify(Test\BeforeFirstTestMethodErrored $event): void { $this->watch->outside(($this->thrown)($event)); }
        },
        new class($watch, $thrown) implements Test\AfterLastTestMethodErroredSubscriber {
            public function __construct(private readonly object $watch, private readonly Closure $thrown) {}
            public function notify(Test\AfterLastTestMethodErrored $event): void { $this->watch->outside(($this->thrown)($event)); }
        },
        // A data provider that fails, or gives nothing; the tests that it is for are not there.
        new class($watch) implements Test\PhpunitErrorTriggeredSubscriber {
            public function __construct(private readonly object $watch) {}
            public function notify(Test\PhpunitErrorTriggered $event): void
            {
                $this->watch->outside("{$event->test()->id()}: {$event->message()}");
            }
        },
        new class($watch) implements TestRunner\ExecutionFinishedSubscriber {
            public function __construct(private readonly object $watch) {}
            public function notify(TestRunner\ExecutionFinished $event): void { $this->watch->end(); }
        },
    ];
};
