# Runs a suite once with the parts of the runner and prints which classes of PHPUnit that loaded.
set -eu
php -d pcov.enabled=1 -d pcov.directory=/repo/csv /tmp/warm/list.php \
  < /tmp/warm/request.json 3> /tmp/warm/report > /tmp/warm/log 2>&1 || true
grep -q '"event":"done"' /tmp/warm/report || { cat /tmp/warm/log /tmp/warm/report >&2; exit 1; }
cat /tmp/warm/classes
