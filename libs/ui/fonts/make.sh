#!/bin/sh
# Makes the font files from the packages of Fontsource; README.md says what they are.
# Needs npm, and Debian's fonttools and python3-brotli. Usage: sh libs/ui/fonts/make.sh
set -e
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

first='U+20-7E,U+A0,U+A3,U+A9,U+B7,U+D7,U+E9,U+2013-2026,U+2032,U+20AC,U+2212'
accents='U+A1-FF,U+131,U+152-153,U+2122'
names='U+100-130,U+132-151,U+154-17F,U+218-21B,U+1E9E'

# font, the weights that the theme uses, part, source, characters
make() {
  npm pack --silent "@fontsource-variable/$1@5.3.0" >/dev/null
  tar xzf "fontsource-variable-$1-5.3.0.tgz"
  fonttools varLib.instancer -q "package/files/$1-$4-wght-normal.woff2" "wght=$2" -o cut.ttf
  pyftsubset cut.ttf --unicodes="$5" --layout-features=kern,liga,locl,calt,ccmp,tnum --no-hinting \
    --flavor=woff2 --output-file="$here/$1-$3.woff2"
}

make petrona 330:400 first latin "$first"
make petrona 330:400 accents latin "$accents"
make hanken-grotesk 400:600 first latin "$first"
make hanken-grotesk 400:600 accents latin "$accents"
make hanken-grotesk 400:600 names latin-ext "$names"
