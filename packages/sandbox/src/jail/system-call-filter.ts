/**
 * A seccomp program that forbids what code in a jail has no use for: looking into other processes, loading code into
 * the kernel, mounting, new namespaces. Everything else is allowed.
 *
 * @returns Undefined for an architecture whose numbers are not known here.
 * @see https://docs.kernel.org/userspace-api/seccomp_filter.html
 */
export function systemCallFilter(architecture: string): Uint8Array | undefined {
  const table = tables[architecture];
  if (table === undefined) return undefined;
  const { audit, numbers, clone } = table;
  const forbidden = Object.values(numbers);
  const program: Instruction[] = [
    load(offsetOfArchitecture),
    jumpIfEqual(audit, 1, 0),
    give(killProcess),
    load(offsetOfNumber),
    // The second calling convention of x86-64 has numbers of its own for the same calls.
    ...(architecture === "x64" ? [jumpIfAbove(0x4000_0000, 0, 1), give(notPermitted)] : []),
    ...forbidden.flatMap((number) => [jumpIfEqual(number, 0, 1), give(notPermitted)]),
    // clone3 hides its flags behind a pointer: without it, programs fall back to clone.
    jumpIfEqual(435, 0, 1),
    give(notImplemented),
    jumpIfEqual(clone, 0, 3),
    load(offsetOfFirstArgument),
    jumpIfAnyBit(newUserNamespace, 0, 1),
    give(notPermitted),
    give(allow),
  ];
  const bytes = new Uint8Array(program.length * 8);
  const view = new DataView(bytes.buffer);
  for (const [index, { code, yes, no, value }] of program.entries()) {
    view.setUint16(index * 8, code, true);
    view.setUint8(index * 8 + 2, yes);
    view.setUint8(index * 8 + 3, no);
    view.setUint32(index * 8 + 4, value, true);
  }
  return bytes;
}

interface Instruction {
  readonly code: number;
  readonly yes: number;
  readonly no: number;
  readonly value: number;
}

const offsetOfNumber = 0;
const offsetOfArchitecture = 4;
const offsetOfFirstArgument = 16;
const newUserNamespace = 0x1000_0000;
const allow = 0x7fff_0000;
const killProcess = 0x8000_0000;
const notPermitted = 0x0005_0001;
const notImplemented = 0x0005_0026;

const load = (offset: number): Instruction => ({ code: 0x20, yes: 0, no: 0, value: offset });
const give = (value: number): Instruction => ({ code: 0x06, yes: 0, no: 0, value });
const jumpIfEqual = (value: number, yes: number, no: number): Instruction => ({ code: 0x15, yes, no, value });
const jumpIfAbove = (value: number, yes: number, no: number): Instruction => ({ code: 0x35, yes, no, value });
const jumpIfAnyBit = (value: number, yes: number, no: number): Instruction => ({
  code: 0x45,
  yes,
  no,
  value,
});

interface Table {
  /** How the kernel names the architecture. */
  readonly audit: number;
  readonly clone: number;
  readonly numbers: Readonly<Record<string, number>>;
}

/** The same on every architecture: they came after the numbers were made one. */
const common = {
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  pidfd_getfd: 438,
  process_madvise: 440,
  mount_setattr: 442,
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
};

const tables: Readonly<Record<string, Table>> = {
  x64: {
    audit: 0xc000_003e,
    clone: 56,
    numbers: {
      ...common,
      ptrace: 101,
      syslog: 103,
      personality: 135,
      pivot_root: 155,
      chroot: 161,
      acct: 163,
      mount: 165,
      umount2: 166,
      swapon: 167,
      swapoff: 168,
      reboot: 169,
      init_module: 175,
      delete_module: 176,
      quotactl: 179,
      lookup_dcookie: 212,
      kexec_load: 246,
      add_key: 248,
      request_key: 249,
      keyctl: 250,
      unshare: 272,
      perf_event_open: 298,
      open_by_handle_at: 304,
      setns: 308,
      process_vm_readv: 310,
      process_vm_writev: 311,
      kcmp: 312,
      finit_module: 313,
      kexec_file_load: 320,
      bpf: 321,
      userfaultfd: 323,
    },
  },
  arm64: {
    audit: 0xc000_00b7,
    clone: 220,
    numbers: {
      ...common,
      lookup_dcookie: 18,
      umount2: 39,
      mount: 40,
      pivot_root: 41,
      chroot: 51,
      quotactl: 60,
      acct: 89,
      personality: 92,
      unshare: 97,
      kexec_load: 104,
      init_module: 105,
      delete_module: 106,
      syslog: 116,
      ptrace: 117,
      reboot: 142,
      add_key: 217,
      request_key: 218,
      keyctl: 219,
      swapon: 224,
      swapoff: 225,
      perf_event_open: 241,
      open_by_handle_at: 265,
      setns: 268,
      process_vm_readv: 270,
      process_vm_writev: 271,
      kcmp: 272,
      finit_module: 273,
      bpf: 280,
      userfaultfd: 282,
      kexec_file_load: 294,
    },
  },
};
