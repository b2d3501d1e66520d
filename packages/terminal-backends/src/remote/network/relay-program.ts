import { quoteShellWord } from "../../shell-script.ts";
import { frameKinds, maxFrameBytes, windowBytes } from "./relay-frames.ts";

/** Connections at a time; further ones wait. */
export const maxRelayConnections = 200;

const { listening, open, data, end, close, taken } = frameKinds;

/** What a relay exits with where nothing that could run it is there. */
export const noInterpreter = 93;

/**
 * A script for a POSIX shell that listens on a port of 127.0.0.1 and passes every connection on by its standard input and
 * output; see `frameKinds`. It ends with its input. Most images have one of the languages it is written in: every Debian and
 * Ubuntu has Perl.
 *
 * @param port Wanted; where it is taken, or 0, any.
 */
export function relayScript(port: number): string {
  return `
perl -MSocket -MIO::Handle -MErrno -e 1 2>/dev/null && exec perl -e ${quoteShellWord(perl)} ${port}
python3 -I -S -c 'import select, socket, struct' 2>/dev/null && exec python3 -I -S -c ${quoteShellWord(python)} ${port}
exit ${noInterpreter}`;
}

// Both are the same program. Writing may wait: this side always reads, and what is under way is bounded by the windows.
const perl = `
use strict; use Socket; use IO::Handle; use Errno;
$SIG{PIPE} = $SIG{INT} = $SIG{HUP} = "IGNORE";
my ($port) = @ARGV; my ($next, $in, %all) = (0, "");
socket(my $listener, PF_INET, SOCK_STREAM, 0) or die "socket: $!";
setsockopt($listener, SOL_SOCKET, SO_REUSEADDR, 1);
bind($listener, pack_sockaddr_in($port, INADDR_LOOPBACK)) or bind($listener, pack_sockaddr_in(0, INADDR_LOOPBACK)) or die "bind: $!";
listen($listener, 128) or die "listen: $!";
$listener->blocking(0);
sub say_ { my ($kind, $id, $bytes) = @_; my $frame = pack("CNN", $kind, $id, length $bytes) . $bytes;
  while (length $frame) { my $n = syswrite STDOUT, $frame; exit 0 unless defined $n; substr($frame, 0, $n) = ""; } }
sub drop { my ($id) = @_; my $c = delete $all{$id} or return; close $c->{socket}; say_(${close}, $id, ""); }
sub settle { my ($id) = @_; my $c = $all{$id} or return;
  if ($c->{out} eq "" && $c->{ended} == 1) { shutdown $c->{socket}, 1; $c->{ended} = 2; }
  if ($c->{ended} == 2 && $c->{read}) { delete $all{$id}; close $c->{socket} } }
sub take { my ($kind, $id, $bytes) = @_; my $c = $all{$id} or return;
  if ($kind == ${data}) { $c->{out} .= $bytes }
  elsif ($kind == ${end}) { $c->{ended} = 1; settle($id) }
  elsif ($kind == ${taken}) { $c->{credit} += unpack "N", $bytes }
  elsif ($kind == ${close}) { $c->{read} = 1; $c->{ended} ||= 1; settle($id) } }
say_(${listening}, 0, (unpack_sockaddr_in(getsockname $listener))[0]);
while (1) {
  my ($r, $w) = ("", "");
  vec($r, fileno STDIN, 1) = 1;
  vec($r, fileno $listener, 1) = 1 if keys %all < ${maxRelayConnections};
  for my $c (values %all) {
    vec($r, fileno $c->{socket}, 1) = 1 if $c->{credit} > 0 && !$c->{read};
    vec($w, fileno $c->{socket}, 1) = 1 if $c->{out} ne "" }
  next if select($r, $w, undef, undef) < 0;
  if (vec $r, fileno STDIN, 1) {
    exit 0 unless sysread STDIN, $in, 65536, length $in;
    while (length $in >= 9) {
      my ($kind, $id, $size) = unpack "CNN", $in;
      last if length $in < 9 + $size;
      my $bytes = substr $in, 9, $size; substr($in, 0, 9 + $size) = "";
      take($kind, $id, $bytes) } }
  for my $id (keys %all) {
    my $c = $all{$id} or next; my $fd = fileno $c->{socket};
    if (vec $w, $fd, 1) {
      my $n = syswrite $c->{socket}, $c->{out}, 65536;
      if (defined $n) { substr($c->{out}, 0, $n) = ""; say_(${taken}, $id, pack "N", $n); settle($id) }
      elsif (!$!{EAGAIN} && !$!{EINTR}) { drop($id) } }
    next unless $all{$id} && vec $r, $fd, 1;
    my $n = sysread $c->{socket}, my $bytes, $c->{credit} < ${maxFrameBytes} ? $c->{credit} : ${maxFrameBytes};
    if (!defined $n) { drop($id) unless $!{EAGAIN} || $!{EINTR} }
    elsif ($n) { $c->{credit} -= $n; say_(${data}, $id, $bytes) }
    else { $c->{read} = 1; say_(${end}, $id, ""); settle($id) } }
  if (vec($r, fileno $listener, 1) && accept my $socket, $listener) {
    $socket->blocking(0); $next++;
    $all{$next} = { socket => $socket, out => "", credit => ${windowBytes}, ended => 0, read => 0 };
    say_(${open}, $next, "") } }
`;

const python = `
import select, socket, struct, sys, os, signal
for name in (signal.SIGINT, signal.SIGHUP): signal.signal(name, signal.SIG_IGN)
HEAD = struct.Struct(">BII"); everyone = {}; last = 0; incoming = b""
class Connection:
    def __init__(self, socket): self.socket, self.out, self.credit, self.ended, self.read = socket, b"", ${windowBytes}, 0, False
def say(kind, number, data=b""):
    frame = HEAD.pack(kind, number, len(data)) + data
    while frame:
        try: frame = frame[os.write(1, frame):]
        except OSError: os._exit(0)
def drop(number):
    c = everyone.pop(number, None)
    if c: c.socket.close(); say(${close}, number)
def settle(number, c):
    if not c.out and c.ended == 1:
        try: c.socket.shutdown(socket.SHUT_WR)
        except OSError: pass
        c.ended = 2
    if c.ended == 2 and c.read and everyone.pop(number, None): c.socket.close()
def take(kind, number, data):
    c = everyone.get(number)
    if c is None: return
    if kind == ${data}: c.out += data
    elif kind == ${end}: c.ended = 1; settle(number, c)
    elif kind == ${taken}: c.credit += struct.unpack(">I", data)[0]
    elif kind == ${close}: c.read = True; c.ended = c.ended or 1; settle(number, c)
listener = socket.socket()
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
try: listener.bind(("127.0.0.1", int(sys.argv[1])))
except OSError: listener.bind(("127.0.0.1", 0))
listener.listen(128); listener.setblocking(False)
say(${listening}, 0, b"%d" % listener.getsockname()[1])
while True:
    readers = [0] + ([listener] if len(everyone) < ${maxRelayConnections} else [])
    readers += [c.socket for c in everyone.values() if c.credit > 0 and not c.read]
    r, w, _ = select.select(readers, [c.socket for c in everyone.values() if c.out], [])
    if 0 in r:
        more = os.read(0, 65536)
        if not more: break
        incoming += more
        while len(incoming) >= 9:
            kind, number, size = HEAD.unpack_from(incoming)
            if len(incoming) < 9 + size: break
            data, incoming = incoming[9:9 + size], incoming[9 + size:]
            take(kind, number, data)
    for number, c in list(everyone.items()):
        try:
            if c.socket in w and number in everyone:
                sent = c.socket.send(c.out[:65536]); c.out = c.out[sent:]
                say(${taken}, number, struct.pack(">I", sent)); settle(number, c)
            if c.socket in r and number in everyone:
                data = c.socket.recv(min(c.credit, ${maxFrameBytes}))
                if data: c.credit -= len(data); say(${data}, number, data)
                else: c.read = True; say(${end}, number); settle(number, c)
        except BlockingIOError: pass
        except OSError: drop(number)
    if listener in r:
        try: accepted, _ = listener.accept()
        except OSError: continue
        accepted.setblocking(False); last += 1
        everyone[last] = Connection(accepted)
        say(${open}, last)
`;
