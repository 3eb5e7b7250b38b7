# PHP: syntax check, PHPUnit, PHPUnit again with coverage. PHPUnit wants the file to be called like the class.
COMMENT='//' SUITE=/tmp/$(printf '%s\n' "$TEXT" | sed -n 's/.*class \([A-Za-z0-9_]*\) extends TestCase.*/\1/p' | head -n 1).php
setup() {
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
}
unit() { phpunit --no-configuration --do-not-cache-result --bootstrap /tmp/bootstrap.php "$@" "$SUITE"; }
reference() {
  php -l "$SUITE"
  unit
  php -d pcov.enabled=1 -d "pcov.directory=$ROOT/src" "$(command -v phpunit)" --no-configuration --do-not-cache-result \
    --bootstrap /tmp/bootstrap.php --coverage-filter "$ROOT/src" --coverage-clover /tmp/clover.xml "$SUITE"
}
bare() { unit; }
