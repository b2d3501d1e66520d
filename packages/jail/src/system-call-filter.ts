import { systemCallTables } from "./system-call-tables.ts";

/**
 * A seccomp program that forbids what code in a jail has no use for: looking into other processes, loading code into
 * the kernel, mounting, new namespaces, keys of the kernel, kinds of sockets that no network namespace holds back.
 * Everything else that the kernel had when this was written is allowed.
 *
 * @param options `allowed`: names of forbidden calls that are let through all the same.
 * @returns Undefined for an architecture whose numbers are not known here.
 * @see https://docs.kernel.org/userspace-api/seccomp_filter.html
 */
export function systemCallFilter(
  architecture: string,
  { allowed = [] }: { readonly allowed?: readonly string[] | undefined } = {},
): Uint8Array | undefined {
  const table = systemCallTables[architecture];
  if (table === undefined) return undefined;
  const { audit, forbidden, clone, ioctl, socket } = table;
  return assemble([
    load(offsetOfArchitecture),
    jumpIfEqual(audit, 1, 0),
    give(killProcess),
    load(offsetOfNumber),
    // The second calling convention of x86-64 has numbers of its own for the same calls.
    ...(architecture === "x64" ? [jumpIfAbove(0x4000_0000, 0, 1), give(refuse(notPermitted))] : []),
    // Calls that nobody has looked at: libraries fall back to older ones.
    jumpIfAbove(firstUnknownCall, 0, 1),
    give(refuse(notImplemented)),
    ...Object.entries(forbidden)
      .filter(([name]) => !allowed.includes(name))
      .flatMap(([, number]) => [jumpIfEqual(number, 0, 1), give(refuse(notPermitted))]),
    // clone3 hides its flags behind a pointer: without it, programs fall back to clone.
    jumpIfEqual(clone3, 0, 1),
    give(refuse(notImplemented)),
    ...only(clone, [
      load(offsetOfArgument(0)),
      jumpIfAnyBit(newNamespaces, 0, 1),
      give(refuse(notPermitted)),
      give(allow),
    ]),
    ...only(ioctl, [
      load(offsetOfArgument(1)),
      ...terminalTricks.flatMap((request) => [jumpIfEqual(request, 0, 1), give(refuse(notPermitted))]),
      give(allow),
    ]),
    ...only(socket, [
      load(offsetOfArgument(0)),
      ...families.flatMap((family) => [jumpIfEqual(family, 0, 1), give(allow)]),
      // The list of addresses is asked for over netlink; its other protocols talk to parts of the kernel.
      jumpIfEqual(netlink, 0, 3),
      load(offsetOfArgument(2)),
      jumpIfEqual(routes, 0, 1),
      give(allow),
      give(refuse(noSuchFamily)),
    ]),
    give(allow),
  ]);
}

interface Instruction {
  readonly code: number;
  readonly yes: number;
  readonly no: number;
  readonly value: number;
}

const offsetOfNumber = 0;
const offsetOfArchitecture = 4;
/** The lower half of an argument; flags, requests and families are read from there by the kernel too. */
const offsetOfArgument = (index: number): number => 16 + index * 8;
const allow = 0x7fff_0000;
const killProcess = 0x8000_0000;
const refuse = (error: number): number => 0x0005_0000 + error;
const notPermitted = 1;
const notImplemented = 38;
const noSuchFamily = 97;
const clone3 = 435;
/** After `mseal`, of Linux 6.10. */
const firstUnknownCall = 463;
/** Mounts, control groups, host name, IPC, users, processes, network. */
const newNamespaces = 0x7e02_0000;
/** TIOCSTI types into a terminal, TIOCLINUX pastes into a console. */
const terminalTricks: readonly number[] = [0x5412, 0x541c];
/** Unix, IPv4, IPv6. Others, such as vsock and Bluetooth, reach the machine from every network namespace. */
const families: readonly number[] = [1, 2, 10];
const netlink = 16;
const routes = 0;

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

/** Instructions for one call, which must not go on behind them. */
function only(number: number, instructions: readonly Instruction[]): readonly Instruction[] {
  return [jumpIfEqual(number, 0, instructions.length), ...instructions];
}

function assemble(program: readonly Instruction[]): Uint8Array {
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
