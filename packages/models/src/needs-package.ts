import { HermesError } from "@hermes/registry/errors";

/**
 * The error for a package that is loaded only where it is used, and that whoever uses it installs.
 *
 * @param reason What `import` threw; it is given back when it is about something else.
 */
export function needsPackage(
  reason: unknown,
  { name, range, purpose }: { readonly name: string; readonly range: string; readonly purpose: string },
): unknown {
  if (!isMissingPackage(reason)) return reason;
  return new HermesError(`${purpose} needs the package ${name}, which is not installed.`, {
    code: "MODEL_NEEDS_PACKAGE",
    hint: `Install it: npm install "${name}@${range}".`,
    cause: reason,
  });
}

/** Whether an `import` failed because the package is not there. */
export function isMissingPackage(reason: unknown): boolean {
  return (
    reason instanceof Error &&
    "code" in reason &&
    (reason.code === "ERR_MODULE_NOT_FOUND" || reason.code === "MODULE_NOT_FOUND")
  );
}
