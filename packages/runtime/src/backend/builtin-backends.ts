import type { BackendKind } from "@hermes/terminal-backends";

/** Without the package that opens them. */
const builtin: Readonly<Record<BackendKind, true>> = {
  local: true,
  docker: true,
  ssh: true,
  singularity: true,
  modal: true,
  daytona: true,
  "vercel-sandbox": true,
};

/** Whether a place for commands comes with Hermes. What else there is, plug-ins give. */
export function isBuiltinBackend(kind: string): kind is BackendKind {
  return Object.hasOwn(builtin, kind);
}
