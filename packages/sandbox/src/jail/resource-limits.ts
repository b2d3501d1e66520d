import type { JailRun } from "./jail.ts";

/** Arguments that start a command with limits of the system; `prlimit` comes with every Linux. */
export function limitArguments({ limits, limitAddresses }: JailRun): readonly string[] {
  return [
    "prlimit",
    `--nproc=${limits.maxProcesses}`,
    `--fsize=${limits.fileMegabytes * 1024 * 1024}`,
    "--core=0",
    ...(limitAddresses ? [`--as=${limits.memoryMegabytes * 1024 * 1024}`] : []),
    "--",
  ];
}
