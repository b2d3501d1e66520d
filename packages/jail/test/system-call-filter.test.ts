import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { systemCallFilter } from "../src/system-call-filter.ts";
import { systemCallTables } from "../src/system-call-tables.ts";

const headers: Readonly<Record<string, string>> = {
  x64: "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
  arm64: "/usr/include/asm-generic/unistd.h",
};

describe.each(Object.entries(headers))("the table of %s", (architecture, header) => {
  test.skipIf(!existsSync(header))("has the numbers of the kernel's headers (needs linux-libc-dev)", () => {
    const numbers = numbersIn(readFileSync(header, "utf8"));
    const { forbidden, clone, ioctl, socket } = systemCallTables[architecture] ?? { forbidden: {} };

    const claimed = { ...forbidden, clone, ioctl, socket, clone3: 435 };
    expect(claimed).toEqual(
      Object.fromEntries(Object.keys(claimed).map((name) => [name, numbers.get(name)])),
    );
  });

  test("makes a program whose every jump stays inside, and whose every way ends with an answer", () => {
    const bytes = systemCallFilter(architecture) ?? new Uint8Array();
    const view = new DataView(bytes.buffer);
    const length = bytes.length / 8;

    expect(length).toBeGreaterThan(100);
    expect(length).toBeLessThan(4096);
    for (let index = 0; index < length; index += 1) {
      const isJump = view.getUint16(index * 8, true) % 8 === 5;
      const ways = isJump ? [view.getUint8(index * 8 + 2), view.getUint8(index * 8 + 3)] : [];
      for (const way of ways) expect(index + 1 + way).toBeLessThan(length);
    }
    expect(view.getUint16((length - 1) * 8, true)).toBe(0x06);
  });

  test.each([
    ["ptrace", [], "EPERM"],
    ["mount", [], "EPERM"],
    ["unshare", [0x1000_0000], "EPERM"],
    ["keyctl", [], "EPERM"],
    ["io_uring_setup", [], "EPERM"],
    ["process_vm_readv", [], "EPERM"],
    ["bpf", [], "EPERM"],
    ["perf_event_open", [], "EPERM"],
    ["clone", [0x1000_0011], "EPERM"],
    ["clone", [0x4000_0011], "EPERM"],
    ["clone", [0x0001_0f00 + 17], "allowed"],
    ["ioctl", [0, 0x5412], "EPERM"],
    ["ioctl", [0, 0x5413], "allowed"],
    ["socket", [1, 1, 0], "allowed"],
    ["socket", [2, 1, 0], "allowed"],
    ["socket", [16, 3, 0], "allowed"],
    ["socket", [16, 3, 12], "EAFNOSUPPORT"],
    ["socket", [40, 1, 0], "EAFNOSUPPORT"],
    ["socket", [17, 3, 0], "EAFNOSUPPORT"],
  ] as const)("answers %s%j with %s", (name, args, expected) => {
    const table = systemCallTables[architecture];
    const own = { clone: table?.clone, ioctl: table?.ioctl, socket: table?.socket };
    const number = Object.entries({ ...table?.forbidden, ...own }).find(([each]) => each === name)?.[1] ?? -1;

    expect(answerOf(architecture, number, args)).toBe(expected);
  });

  test.each([
    [435, "ENOSYS"],
    [463, "ENOSYS"],
    [100_000, "ENOSYS"],
    [439, "allowed"],
  ])("answers the call %d with %s", (number, expected) => {
    expect(answerOf(architecture, number, [])).toBe(expected);
  });

  test("ends a program that comes with the numbers of another architecture", () => {
    expect(answerOf(architecture, 1, [], 0x4000_0003)).toBe("killed");
  });
});

test("there is no filter for an architecture whose numbers are not known", () => {
  expect(systemCallFilter("riscv64")).toBeUndefined();
});

test("the numbers of the second convention of x86-64 are refused", () => {
  expect(answerOf("x64", 0x4000_0000 + 39, [])).toBe("EPERM");
});

function numbersIn(header: string): ReadonlyMap<string, number> {
  const lines = header.matchAll(/^#define __NR(?:3264)?_(\w+)\s+(\d+)/gm);
  return new Map([...lines].map(([, name = "", number]) => [name, Number(number)]));
}

/** What the kernel would do: the program is run over the data of a call. */
function answerOf(architecture: string, number: number, args: readonly number[], audit?: number): string {
  const bytes = systemCallFilter(architecture) ?? new Uint8Array();
  const view = new DataView(bytes.buffer);
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, number, true);
  data.setUint32(4, audit ?? systemCallTables[architecture]?.audit ?? 0, true);
  for (const [index, value] of args.entries()) data.setUint32(16 + index * 8, value, true);
  let register = 0;
  for (let index = 0; ; index += 1) {
    const value = view.getUint32(index * 8 + 4, true);
    const [yes, no] = [view.getUint8(index * 8 + 2), view.getUint8(index * 8 + 3)];
    const code = view.getUint16(index * 8, true);
    if (code === 0x20) register = data.getUint32(value, true);
    else if (code === 0x06) return answers.get(value) ?? value.toString(16);
    else
      index += (
        code === 0x15 ? register === value : code === 0x35 ? register >= value : (register & value) !== 0
      )
        ? yes
        : no;
  }
}

const answers: ReadonlyMap<number, string> = new Map([
  [0x7fff_0000, "allowed"],
  [0x8000_0000, "killed"],
  [0x0005_0001, "EPERM"],
  [0x0005_0026, "ENOSYS"],
  [0x0005_0061, "EAFNOSUPPORT"],
]);
