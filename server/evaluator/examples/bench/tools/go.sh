# Go: build, run, run again with coverage, in the layout that Debian's packages have.
# Upstream's tests of the folder are removed first, as the reference does; it keeps those of other folders, which no
# command here builds.
COMMENT='//'
PACKAGE=/build/gopath/src/$MODULE/$(dirname "${FOCAL#"$ROOT"/}")
SUITE=$PACKAGE/temp_test.go
export GOPATH=/build/gopath GO111MODULE=off GOPROXY=off GOTOOLCHAIN=local GOTELEMETRY=off CGO_ENABLED=0 HOME=/tmp/home GOCACHE=/tmp/cache GOFLAGS=
setup() { cd "$PACKAGE" && rm -f ./*_test.go; }
reference() {
  go test -c -o /tmp/suite.test .
  go test -v -run '^Test' .
  go test -coverprofile=/tmp/coverage.out -run '^Test' .
}
bare() { go test -count=1 -run '^Test' .; }
