import { python } from "./attempt.ts";
import type { Attempt } from "./attempt.ts";

/** Files that are not of the run. */
export const files: readonly Attempt[] = [
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
