<?php

declare(strict_types=1);

use PHPUnit\Event\Facade as Events;
use PHPUnit\Event\TestSuite\TestSuiteBuilder;
use PHPUnit\Framework\TestCase;
use PHPUnit\Framework\TestSuite;
use PHPUnit\Runner\DeprecationCollector\Facade as Deprecations;
use PHPUnit\Runner\ResultCache\NullResultCache;
use PHPUnit\TestRunner\TestResult\Facade as Results;
use PHPUnit\TextUI\CliArguments\Builder;
use PHPUnit\TextUI\Configuration\PhpHandler;
use PHPUnit\TextUI\Configuration\Registry;
use PHPUnit\TextUI\Output\Facade as Output;
use PHPUnit\TextUI\ShellExitCodeCalculator;
use PHPUnit\TextUI\TestRunner;
use PHPUnit\TextUI\XmlConfiguration\DefaultConfiguration;
use PHPUnit\Util\ExcludeList;
use SebastianBergmann\Timer\Duration;

/*
 * Sets PHPUnit up and gives a function that loads the suite and gives a function that runs it, which answers the exit
 * code that PHPUnit's own command would end with.
 */
return static function (array $request, array $subscribers): Closure {
    Events::emitter()->applicationStarted();
    $options = ['--no-configuration', '--do-not-cache-result', '--no-progress', '--colors=never'];
    $seed = $request['seed'];
    $options = [...$options, $seed === null ? '--order-by=default' : '--order-by=random', '--random-order-seed=' . ($seed ?? 1)];
    if ($request['mutant']) {
        $options = [...$options, '--no-output', '--stop-on-failure', '--stop-on-error'];
    }
    $configuration = Registry::init((new Builder)->fromParameters($options), DefaultConfiguration::create());
    (new PhpHandler)->handle($configuration->php());
    Output::init($configuration, false, false);
    Results::init();
    Deprecations::init();
    // Traces in messages end where the suite was called from.
    ExcludeList::addDirectory(__DIR__);
    Events::instance()->registerSubscribers(...$subscribers);
    Events::instance()->seal();

    return static function (string $file) use ($configuration): Closure {
        $before = get_declared_classes();
        (static function (string $file): void {
            require_once $file;
        })($file);
        $file = realpath($file);
        $suite = TestSuite::empty('suite');
        foreach (array_diff(get_declared_classes(), $before) as $name) {
            $class = new ReflectionClass($name);
            $isTest = $class->isSubclassOf(TestCase::class) && !$class->isAbstract() && !$class->isAnonymous();
            if ($isTest && $class->getFileName() === $file) {
                $suite->addTestSuite($class);
            }
        }
        // In a process of its own nothing of a test could be measured, and the control run would not reach it.
        foreach (['runTestInSeparateProcess', 'runClassInSeparateProcess'] as $name) {
            $property = new ReflectionProperty(TestCase::class, $name);
            array_map(static fn (object $test) => $property->setValue($test, false), $suite->collect());
        }
        Events::emitter()->testSuiteLoaded(TestSuiteBuilder::from($suite));

        return static function () use ($configuration, $suite): int {
            $begin = hrtime(true);
            (new TestRunner)->run($configuration, new NullResultCache, $suite);
            $result = Results::result();
            Output::printResult($result, null, Duration::fromNanoseconds(hrtime(true) - $begin), false);
            $no = array_fill(0, 8, false);
            $code = (new ShellExitCodeCalculator)->calculate(...$no, result: $result);
            Events::emitter()->applicationFinished($code);

            return $code;
        };
    };
};
