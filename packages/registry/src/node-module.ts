/** As much of `process` as is needed, where there may be none. */
interface Runtime {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
  readonly navigator?: { readonly userAgent?: string };
}

/**
 * A module of Node, without an `import` that bundlers for browsers would follow.
 *
 * @param name Such as `node:fs`.
 * @returns Undefined in browsers and at the edge.
 */
export function nodeModule<Module>(name: string): Module | undefined {
  const { process, navigator }: Runtime = globalThis;
  // Workers of Cloudflare imitate parts of Node: processes and kept connections are not among them.
  if (navigator?.userAgent === "Cloudflare-Workers") return undefined;
  // The caller names the type of the module that it asks for.
  return process?.getBuiltinModule?.(name) as Module | undefined;
}

/** Lets a program end although the timer has not fired. Timers of browsers hold nothing up, and are numbers. */
export function unref(timer: { unref?(): unknown } | number): void {
  if (typeof timer === "object") timer.unref?.();
}
