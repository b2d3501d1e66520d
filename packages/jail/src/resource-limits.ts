import type { JailLimits } from "./limits.ts";

/**
 * Arguments that start a command with limits of the system; `prlimit` comes with every Linux.
 *
 * @param options `processes`: processes and threads that the user may have, those of other programs included where the
 * user is not the run's own. `addresses`: whether addresses may be limited too.
 */
export function limitArguments(
  limits: JailLimits,
  { processes, addresses }: { readonly processes: number; readonly addresses: boolean },
): readonly string[] {
  const memory = limits.memoryMegabytes * 1024 * 1024;
  return [
    "prlimit",
    `--nproc=${processes}`,
    `--fsize=${limits.fileMegabytes * 1024 * 1024}`,
    "--core=0",
    // Memory that is written to, which is what counts for interpreters that reserve far more than they use.
    `--data=${memory}`,
    ...(addresses ? [`--as=${memory}`] : []),
    "--",
  ];
}
