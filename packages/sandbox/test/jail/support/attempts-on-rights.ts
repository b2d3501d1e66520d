import { python } from "./attempt.ts";
import type { Attempt } from "./attempt.ts";

/** More rights, and calls into the kernel that a script has no use for. */
export const rights: readonly Attempt[] = [
  python(
    "root",
    "capabilities",
    `
if any(int(line.split()[1], 16) for line in read("/proc/self/status").splitlines() if line.startswith(("CapEff", "CapPrm", "CapAmb"))):
    escaped(read("/proc/self/status"))`,
  ),
  python(
    "fails",
    "more rights by setuid programs",
    `
if "NoNewPrivs:\\t1" not in read("/proc/self/status"): escaped("they work")`,
  ),
  python("root", "the user root", `os.setuid(0); escaped(os.getuid())`),
  python(
    "root",
    "a file that belongs to root",
    `
open("mine", "w").close(); os.chown("mine", 0, 0); os.chmod("mine", 0o4755)
if os.stat("mine").st_uid == 0: escaped("a setuid program of root")`,
  ),
  python(
    "varies",
    "a new user namespace by unshare",
    `
if call(272, 97, 0x10000000) == 0: escaped(os.getuid())`,
  ),
  python(
    "varies",
    "a new user namespace by clone",
    `
pid = call(56, 220, 0x10000000 | 17, 0, 0, 0, 0)
if pid == 0: os._exit(0)
if pid > 0: escaped(pid)`,
  ),
  python(
    "varies",
    "a new network namespace by clone",
    `
pid = call(56, 220, 0x40000000 | 0x10000000 | 17, 0, 0, 0, 0)
if pid == 0: os._exit(0)
if pid > 0: escaped(pid)`,
  ),
  python(
    "varies",
    "a new user namespace by clone3",
    `
class Arguments(ctypes.Structure): _fields_ = [(name, ctypes.c_uint64) for name in "flags pidfd child parent signal stack size tls tids count group".split()]
arguments = Arguments(flags=0x10000000, signal=17)
pid = call(435, 435, ctypes.byref(arguments), ctypes.sizeof(arguments))
if pid == 0: os._exit(0)
if pid > 0: escaped(pid)`,
  ),
  python(
    "varies",
    "the namespaces of the first process",
    `
if call(308, 268, os.open("/proc/1/ns/net", os.O_RDONLY), 0) == 0: escaped("joined")`,
  ),
  python("root", "chroot", `os.mkdir("below"); os.chroot("below"); escaped("done")`),
  python(
    "untried",
    "pivot_root",
    `
if call(155, 41, b".", b".") not in (-1, -38): escaped("it is asked")`,
  ),
  python(
    "untried",
    "mount",
    `
os.mkdir("m")
if call(165, 40, b"none", b"m", b"tmpfs", 0, 0) == 0: escaped("mounted")`,
  ),
  python(
    "untried",
    "mounting for writing what is read-only",
    `
if call(165, 40, b"none", b"/usr", 0, 32 | 4096, 0) == 0: escaped("remounted")`,
  ),
  python(
    "untried",
    "umount of what hides something",
    `
for path in (b"/tmp", b"/proc", b"/dev", b"/"):
    if call(166, 39, path, 2) == 0: escaped(path)`,
  ),
  python(
    "root",
    "mount by file descriptors (fsopen)",
    `
if call(430, 430, b"tmpfs", 0) >= 0: escaped("opened")`,
  ),
  python(
    "varies",
    "a copy of a mount (open_tree)",
    `
if call(428, 428, -100, b"/tmp", 1) >= 0: escaped("copied")`,
  ),
  python(
    "root",
    "files by their handle, past every mount",
    `
handle = (ctypes.c_uint32 * 34)(128, 1)
if call(304, 265, os.open("/usr", os.O_RDONLY), ctypes.byref(handle), 0) != -1: escaped("it is asked")`,
  ),
  python(
    "root",
    "a device of its own making",
    `
import stat
os.mknod("memory", 0o600 | stat.S_IFCHR, os.makedev(1, 1)); open("memory", "rb").read(1); escaped("read it")`,
  ),
  python(
    "root",
    "disks",
    `
names = [line.split()[3] for line in read("/proc/partitions").splitlines()[2:]]
for name in names:
    try:
        if open("/dev/" + name, "rb", 0).read(512): escaped(name)
    except OSError: pass`,
  ),
  python(
    "untried",
    "memory and messages of the kernel",
    `
for path in ("/dev/mem", "/dev/kmem", "/dev/port", "/dev/kmsg", "/proc/kcore"):
    try:
        if os.read(os.open(path, os.O_RDONLY | os.O_NONBLOCK), 16): escaped(path)
    except OSError: pass`,
  ),
  python(
    "varies",
    "the log of the kernel",
    `
buffer = ctypes.create_string_buffer(4096)
if call(103, 116, 3, ctypes.byref(buffer), 4096) > 0: escaped("read it")`,
  ),
  python(
    "varies",
    "keys of the kernel: adding",
    `
if call(248, 217, b"user", b"hermes", b"x", 1, -3) > 0: escaped("added")`,
  ),
  python(
    "varies",
    "keys of the kernel: reading",
    `
if call(250, 219, 0, -3, 0) > 0: escaped("found the keyring")`,
  ),
  python(
    "varies",
    "io_uring, which goes past filters",
    `
buffer = ctypes.create_string_buffer(256)
if call(425, 425, 4, ctypes.byref(buffer)) >= 0: escaped("opened")`,
  ),
  python(
    "varies",
    "bpf",
    `
buffer = (ctypes.c_uint32 * 16)(2, 4, 4, 1)
if call(321, 280, 0, ctypes.byref(buffer), 64) >= 0: escaped("loaded")`,
  ),
  python(
    "varies",
    "perf_event_open",
    `
buffer = (ctypes.c_uint64 * 16)(1 | 112 << 32, 0)
if call(298, 241, ctypes.byref(buffer), 0, -1, -1, 0) >= 0: escaped("opened")`,
  ),
  python(
    "varies",
    "userfaultfd",
    `
if call(323, 282, 1) >= 0: escaped("opened")`,
  ),
  python(
    "root",
    "fanotify",
    `
if call(300, 262, 0, 0) >= 0: escaped("watches the machine")`,
  ),
  python(
    "untried",
    "modules of the kernel",
    `
if call(313, 273, os.open("/usr", os.O_RDONLY), b"", 0) != -1: escaped("it is asked")`,
  ),
  python("untried", "the clock", `time.clock_settime(time.CLOCK_REALTIME, time.time()); escaped("set")`),
  python("untried", "the name of the machine", `socket.sethostname("hermes"); escaped("set")`),
  python(
    "varies",
    "memory without random addresses",
    `
if call(135, 92, 0x0040000) >= 0: escaped("set")`,
  ),
  python(
    "varies",
    "the calls of the second convention (x32)",
    `
if machine != "x86_64": raise OSError("It has none.")
if call(0x40000000 + 39, 0) > 0: escaped("they work")`,
  ),
  python(
    "varies",
    "the calls of 32-bit programs",
    `
import mmap
if machine != "x86_64": raise OSError("It has none.")
memory = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
memory.write(bytes([0x53, 0xb8, 20, 0, 0, 0, 0xcd, 0x80, 0x5b, 0xc3]))
if ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))() > 0: escaped("they work")`,
  ),
  python(
    "varies",
    "keystrokes typed into a terminal (TIOCSTI)",
    `
import fcntl, termios
leader, follower = os.openpty()
if os.fork() == 0:
    os.setsid(); fcntl.ioctl(follower, termios.TIOCSCTTY, 0)
    try: fcntl.ioctl(follower, termios.TIOCSTI, b"x"); escaped("typed")
    except OSError: pass
    os._exit(0)
os.wait()`,
  ),
  python(
    "fails",
    "the terminal of the person",
    `
os.open("/dev/tty", os.O_RDWR); escaped("opened")`,
  ),
  python(
    "untried",
    "terminals of others",
    `
for name in os.listdir("/dev/pts"):
    if name.isdigit(): os.open("/dev/pts/" + name, os.O_RDWR | os.O_NOCTTY); escaped(name)`,
  ),
];
