import { python } from "./attempt.ts";
import type { Attempt } from "./attempt.ts";

/** Other processes: what they know, and what can be done to them. */
export const processes: readonly Attempt[] = [
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
