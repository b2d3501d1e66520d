import type { ToolContext, ToolError } from "@hermes/registry";
import { toolError } from "@hermes/registry";

/** Decides which paths the file tools may touch. Asked with the absolute path right before each use. */
export interface PathPolicy {
  check(request: {
    readonly path: string;
    readonly access: "read" | "write" | "delete";
    readonly context: ToolContext;
  }): Promise<{ readonly ok: true } | { readonly ok: false; readonly reason: string }>;
}

export interface PathUse {
  /** As the model wrote it. */
  readonly path: string;
  readonly absolute: string;
  readonly access: "read" | "write" | "delete";
  readonly context: ToolContext;
}

const participles = { read: "read", write: "written", delete: "deleted" } as const;

/** The refusal for the model; undefined when the use is allowed, or when nobody decides. */
export async function refusePath(
  policy: PathPolicy | undefined,
  { path, absolute, access, context }: PathUse,
): Promise<ToolError | undefined> {
  const verdict = await policy?.check({ path: absolute, access, context });
  if (verdict === undefined || verdict.ok) return undefined;
  return toolError(`${path} may not be ${participles[access]}: ${verdict.reason}`);
}
