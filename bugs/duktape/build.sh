#!/bin/sh
# Builds Duktape's own command line with its debugger from the sources in the folder given, into ./duk.
# The folder is what `apt-get source duktape` (2.7.0) unpacks.
set -eu
source=$1
here=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$source"/src/duktape.[ch] "$source"/src/duk_config.h "$work"
sed -i -e 's/^#undef DUK_USE_DEBUGGER_SUPPORT$/#define DUK_USE_DEBUGGER_SUPPORT/' \
  -e 's/^#undef DUK_USE_INTERRUPT_COUNTER$/#define DUK_USE_INTERRUPT_COUNTER/' "$work/duk_config.h"
# The port of the example is open to the network; here it is not.
sed -e 's/INADDR_ANY/htonl(INADDR_LOOPBACK)/' \
  "$source/examples/debug-trans-socket/duk_trans_socket_unix.c" > "$work/socket.c"
gcc -O0 -std=c99 -D_GNU_SOURCE -DDUK_CMDLINE_DEBUGGER_SUPPORT -DDUK_CMDLINE_PRINTALERT_SUPPORT \
  -I"$work" -I"$source/examples/cmdline" -I"$source/examples/debug-trans-socket" \
  -I"$source/extras/print-alert" -o "$here/duk" "$work/duktape.c" "$work/socket.c" \
  "$source/examples/cmdline/duk_cmdline.c" "$source/extras/print-alert/duk_print_alert.c" -lm
