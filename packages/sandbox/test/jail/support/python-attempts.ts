import { python } from "./attempt.ts";
import type { Attempt } from "./attempt.ts";

const processes: readonly Attempt[] = [
  python(
    "fails",
    "keys in its own environment",
    `
seen(json.dumps(dict(os.environ)))
if any(word in name for name in os.environ for word in ("KEY", "SECRET", "SSH", "AWS", "GITHUB")): escaped(list(os.environ))`,
  ),
  python(
    "succeeds",
    "keys in the environment of other processes",
    `
for pid in filter(str.isdigit, os.listdir("/proc")):
    try: seen(read(f"/proc/{pid}/environ"))
    except OSError: pass`,
  ),
  python(
    "succeeds",
    "command lines of other processes",
    `
for pid in filter(str.isdigit, os.listdir("/proc")):
    try: seen(read(f"/proc/{pid}/cmdline"))
    except OSError: pass`,
  ),
  python(
    "succeeds",
    "folders of other processes through /proc",
    `
seen(read(f"/proc/{facts['neighbour']}/cwd/secret.txt"))`,
  ),
  python(
    "root",
    "the root folder of the first process",
    `
seen(read("/proc/1/root" + facts["secret"]))`,
  ),
  python(
    "succeeds",
    "the root folder through /proc/self and dots",
    `
seen(read("/proc/self/root/../../../.." + facts["secret"]))`,
  ),
  python(
    "succeeds",
    "existence of this program among the processes",
    `
os.kill(facts["parent"], 0); escaped("it is there")`,
  ),
  python(
    "succeeds",
    "a signal to another process",
    `
os.kill(facts["neighbour"], 0); escaped("it can be sent signals")`,
  ),
  python(
    "untried",
    "an end to everything that can be seen",
    `
import signal
os.kill(os.getppid(), signal.SIGKILL); os.kill(-1, signal.SIGKILL)`,
  ),
  python(
    "untried",
    "an end to this program's process group",
    `
import signal
os.killpg(facts["parent"], signal.SIGKILL); escaped("sent")`,
  ),
  python(
    "succeeds",
    "the priority of another process",
    `
os.setpriority(os.PRIO_PROCESS, facts["neighbour"], 19); escaped("slowed it down")`,
  ),
  python(
    "root",
    "a higher priority",
    `os.setpriority(os.PRIO_PROCESS, 0, -10); escaped("it is ahead of others")`,
  ),
  python(
    "root",
    "the real-time scheduler",
    `
os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50)); escaped("it is ahead of all")`,
  ),
  python(
    "varies",
    "ptrace of another process",
    `
if call(101, 117, 0x4206, facts["neighbour"], 0, 0) == 0: escaped("seized")`,
  ),
  python(
    "succeeds",
    "ptrace at all",
    `
if call(101, 117, 0, 0, 0, 0) == 0: escaped("it can be traced")`,
  ),
  python(
    "varies",
    "memory of another process",
    `
maps = read(f"/proc/{facts['neighbour']}/maps").splitlines()
stack = next(line for line in maps if "[stack]" in line).split()[0].split("-")
with open(f"/proc/{facts['neighbour']}/mem", "rb", 0) as memory:
    memory.seek(int(stack[0], 16))
    if canary.encode() in memory.read(int(stack[1], 16) - int(stack[0], 16)): escaped("read it")`,
  ),
  python(
    "varies",
    "process_vm_readv",
    `
source, target = ctypes.create_string_buffer(b"x" * 8), ctypes.create_string_buffer(8)
class Part(ctypes.Structure): _fields_ = [("base", ctypes.c_void_p), ("size", ctypes.c_size_t)]
here, there = Part(ctypes.addressof(target), 8), Part(ctypes.addressof(source), 8)
if call(310, 270, os.getpid(), ctypes.byref(here), 1, ctypes.byref(there), 1, 0) > 0: escaped("it reads memory")`,
  ),
  python(
    "varies",
    "process_vm_writev",
    `
source, target = ctypes.create_string_buffer(b"x" * 8), ctypes.create_string_buffer(8)
class Part(ctypes.Structure): _fields_ = [("base", ctypes.c_void_p), ("size", ctypes.c_size_t)]
here, there = Part(ctypes.addressof(source), 8), Part(ctypes.addressof(target), 8)
if call(311, 271, os.getpid(), ctypes.byref(here), 1, ctypes.byref(there), 1, 0) > 0: escaped("it writes memory")`,
  ),
  python(
    "varies",
    "descriptors of another process (pidfd_getfd)",
    `
pidfd = call(434, 434, os.getppid(), 0)
for fd in range(64):
    if call(438, 438, pidfd, fd, 0) >= 0: escaped(fd)`,
  ),
  python(
    "varies",
    "kcmp",
    `
if call(312, 272, os.getpid(), os.getppid(), 0, 0, 0) >= 0: escaped("compared")`,
  ),
];

const rights: readonly Attempt[] = [
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

const files: readonly Attempt[] = [
  python("succeeds", "files in the home folder", `seen(read(facts["home"]))`),
  python("succeeds", "names in the home folder", `seen(json.dumps(os.listdir(facts["homeFolder"])))`),
  python("succeeds", "files of others in /tmp", `seen(read(facts["secret"]))`),
  python("succeeds", "the code of another run", `seen(read(facts["otherRun"]))`),
  python("succeeds", "shared memory of other programs", `seen(read(facts["shared"]))`),
  python(
    "succeeds",
    "users of the machine",
    `
if "root:" in read("/etc/passwd"): escaped("read it")`,
  ),
  python(
    "root",
    "passwords of the machine",
    `
if "root:" in read("/etc/shadow"): escaped("read it")`,
  ),
  python(
    "succeeds",
    "a link in the scratch folder to what lies outside",
    `
os.symlink(facts["secret"], "link"); seen(read("link"))`,
  ),
  python(
    "succeeds",
    "a hard link to what lies outside",
    `
os.link(facts["secret"], "hard"); seen(read("hard"))`,
  ),
  python(
    "succeeds",
    "a folder opened before, and dots",
    `
here = os.open("/tmp", os.O_RDONLY)
seen(os.read(os.open("../../../.." + facts["secret"], os.O_RDONLY, dir_fd=here), 4096).decode())`,
  ),
  python(
    "fails",
    "what its descriptors lead to",
    `
for fd in [int(name) for name in os.listdir("/proc/self/fd")]:
    if fd <= 2: continue
    try: seen(read(f"/dev/fd/{fd}"))
    except (OSError, ValueError): pass`,
  ),
  python(
    "succeeds",
    "another version of its own modules",
    `
with open(sys.modules["__main__"].__builtins__.__import__("hermes_tools").__file__, "a") as file: file.write("\\n#")
escaped("changed")`,
  ),
  python(
    "succeeds",
    "its own socket, to put another one in its place",
    `
os.unlink(os.environ["HERMES_TOOLS_SOCKET"]); escaped("removed")`,
  ),
  python(
    "succeeds",
    "modules of Python that lie outside",
    `
sys.path.insert(0, facts["outside"])
import host_module; seen(host_module.secret)`,
  ),
  python(
    "succeeds",
    "the rules: changing the file",
    `
with open(facts["policy"], "r+") as file: file.write(canary[:1])
escaped("written")`,
  ),
  python(
    "succeeds",
    "the rules: making a file that is not there",
    `
for folder in (facts["outside"], facts["homeFolder"]):
    path = folder + "/permissions-" + canary
    open(path, "x").close(); os.unlink(path); escaped(path)`,
  ),
  python(
    "untried",
    "settings of the kernel",
    `
for path in ("/proc/sys/kernel/core_pattern", "/proc/sys/vm/drop_caches", "/proc/sysrq-trigger", "/proc/self/oom_score_adj-"):
    try: open(path, "w").close(); escaped(path)
    except OSError: pass`,
  ),
  python(
    "untried",
    "the hardware (/sys)",
    `
for folder, _, names in os.walk("/sys"):
    for name in names:
        if os.access(os.path.join(folder, name), os.W_OK): escaped(folder, name); raise SystemExit`,
  ),
  python(
    "untried",
    "the limits of its own control group",
    `
for root in ("/sys/fs/cgroup", "/sys/fs/cgroup/memory", "/sys/fs/cgroup/pids"):
    if os.path.exists(root): escaped(os.listdir(root))`,
  ),
  python(
    "untried",
    "a place for its preloaded library (/etc/ld.so.preload)",
    `
open("/etc/ld.so.preload", "a").close(); escaped("opened")`,
  ),
  python(
    "succeeds",
    "any place to write outside of the scratch folders",
    `
for folder, folders, names in os.walk("/"):
    folders[:] = [] if folder in ("/proc", "/tmp", "/dev/shm", "/sys", "/dev/pts") else folders
    for path in [folder, *[os.path.join(folder, name) for name in names]]:
        if path in ("/tmp", "/dev/shm") or path.startswith("/dev/") and not os.path.isfile(path): continue
        if not os.path.islink(path) and os.access(path, os.W_OK): escaped(path); raise SystemExit`,
  ),
];

const network: readonly Attempt[] = [
  python(
    "succeeds",
    "servers on this machine",
    `
socket.create_connection(("127.0.0.1", facts["port"]), 2); escaped("connected")`,
  ),
  python(
    "varies",
    "servers of the network",
    `
socket.create_connection(("1.1.1.1", 443), 1); escaped("connected")`,
  ),
  python(
    "varies",
    "the metadata service of a cloud",
    `
socket.create_connection(("169.254.169.254", 80), 1); escaped("connected")`,
  ),
  python(
    "varies",
    "names on the network",
    `
socket.getaddrinfo("example.com", 80); escaped("resolved")`,
  ),
  python(
    "succeeds",
    "datagrams on this machine",
    `
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.connect(("127.0.0.1", facts["datagramPort"])); s.send(b"x")
try: s.send(b"x"); s.recv(1, socket.MSG_DONTWAIT)
except BlockingIOError: escaped("sent")`,
  ),
  python(
    "succeeds",
    "the docker socket",
    `
socket.socket(socket.AF_UNIX).connect(facts["docker"]); escaped("connected")`,
  ),
  python(
    "succeeds",
    "the tools of another run",
    `
socket.socket(socket.AF_UNIX).connect(facts["otherTools"]); escaped("connected")`,
  ),
  python(
    "succeeds",
    "abstract sockets",
    `
socket.socket(socket.AF_UNIX).connect(facts["abstract"]); escaped("connected")`,
  ),
  python(
    "root",
    "packets of the network card",
    `
socket.socket(socket.AF_PACKET, socket.SOCK_RAW); escaped("opened")`,
  ),
  python(
    "varies",
    "the host of a virtual machine (vsock)",
    `
socket.socket(40, socket.SOCK_STREAM); escaped("opened")`,
  ),
  python(
    "varies",
    "the rules of the firewall (netlink)",
    `
socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 12); escaped("opened")`,
  ),
  python(
    "varies",
    "the cryptography of the kernel",
    `
socket.socket(38, socket.SOCK_SEQPACKET); escaped("opened")`,
  ),
  python(
    "untried",
    "network cards of its own",
    `
import fcntl, struct
fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh", b"lo", 0)); escaped("switched off")`,
  ),
];

export const pythonAttempts: readonly Attempt[] = [...processes, ...rights, ...files, ...network];
