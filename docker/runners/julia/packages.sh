#!/bin/sh
# Copies packages of the standard library to /repo, each under its own name, and makes the one environment in which they
# are found. There a name means a package with another identity than that in Julia's own image: `using Dates` in a
# suite loads /repo/Dates, while Julia itself goes on with the Dates that is built into it. Tests are left out.
set -eu
library=$(echo /usr/share/julia/stdlib/v*)
version=$(dpkg-query -W -f '${Version}' julia | sed 's/[+-].*//')
environment=/repo/.environment
mkdir -p "$environment"

identity() { sed -n 's/^uuid *= *//p' "$library/$1/Project.toml"; }

echo '[deps]' >"$environment/Project.toml"
: >"$environment/Manifest.toml"
number=0
needed=
# Folder of the package below the standard library, and what it needs besides Base.
while read -r folder needs; do
  name=${folder##*/}
  number=$((number + 1))
  own=$(printf '"a55a7000-0000-4000-8000-%012d"' "$number")
  mkdir -p "/repo/$name"
  cp -r "$library/$folder/src" "/repo/$name/src"
  cp /usr/share/doc/julia/copyright "/repo/$name/LICENSE"
  echo "$name = $own" >>"$environment/Project.toml"
  printf '[[%s]]\npath = "/repo/%s"\nuuid = %s\n' "$name" "$name" "$own" >>"$environment/Manifest.toml"
  if [ -n "$needs" ]; then
    echo "    [$name.deps]"
    for other in $needs; do echo "    $other = $(identity "$other")"; done
  fi >>"$environment/Manifest.toml"
  needed="$needed $needs"
done <<'LIST'
Base64
Dates Printf
DelimitedFiles Mmap
Markdown Base64
Pkg/ext/TOML Dates
Serialization
SparseArrays LinearAlgebra Random
Statistics LinearAlgebra SparseArrays
LIST
for name in $(printf '%s\n' $needed | sort -u); do
  printf '[[%s]]\nuuid = %s\n' "$name" "$(identity "$name")" >>"$environment/Manifest.toml"
done

# Whole seconds: Julia compares the times of files with those of its cache, and layers of images keep no fractions.
find /repo -type f -exec touch -d @1609459200 {} +
export JULIA_LOAD_PATH="$environment:@stdlib" JULIA_DEPOT_PATH=/assay/depot OPENBLAS_NUM_THREADS=1
for folder in /repo/*/; do
  name=$(basename "$folder")
  julia --startup-file=no -e "using $name; pathof($name) == \"/repo/$name/src/$name.jl\" || error(pathof($name))"
done
sed -i "s/@version@/$version/" /assay/repositories.json
