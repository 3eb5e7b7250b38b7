# PHP: syntax check, PHPUnit, PHPUnit again with coverage of the focal file. The reference's image has Xdebug in its mode for
# coverage switched on for every command. PHPUnit wants the file to be called like the class.
COMMENT='//' SUITE=/tmp/tests/$(printf '%s\n' "$TEXT" | sed -n 's/.*class \([A-Za-z0-9_]*\) extends TestCase.*/\1/p' | head -n 1).php
setup() {
  mkdir /tmp/tests
  cd "$ROOT"
  cat > /tmp/bootstrap.php <<'PHP'
<?php
spl_autoload_register(static function (string $class): void {
    $prefix = 'League\\Csv\\';
    $file = '/repo/csv/src/'.strtr(substr($class, strlen($prefix)), '\\', '/').'.php';
    if (str_starts_with($class, $prefix) && is_file($file)) {
        require $file;
    }
});
PHP
  cat > /tmp/phpunit.xml <<XML
<phpunit bootstrap="/tmp/bootstrap.php" cacheResult="false">
  <testsuites><testsuite name="suite"><file>$SUITE</file></testsuite></testsuites>
  <source><include><file>$FOCAL</file></include></source>
</phpunit>
XML
}
# Whichever is there is asked for coverage: not ours.
unit() { php -d pcov.enabled=0 "$(command -v phpunit)" -c /tmp/phpunit.xml "$@"; }
reference() {
  export XDEBUG_MODE=coverage
  php -l "$SUITE"
  unit --no-coverage
  unit --coverage-clover /tmp/clover.xml
}
bare() {
  export XDEBUG_MODE=off
  unit --no-coverage
}
