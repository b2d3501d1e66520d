import { createHash } from "node:crypto";
import { z } from "zod";
import type { KnownWays } from "./connection/connect.ts";
import type { McpCatalogue, McpServerOptions } from "./mcp-server.ts";
import type { McpServerEntry } from "./server-entry.ts";

/** How long a server is taken for an old one without being asked again. */
const oldForMs = 7 * 24 * 60 * 60 * 1_000;

export interface RememberedServer {
  readonly ways: KnownWays;
  readonly catalogue: McpCatalogue | undefined;
}

const text = z.string().optional();
const resource = z.object({
  uri: z.string(),
  name: z.string(),
  description: text,
  mimeType: text,
  size: z.number().optional(),
});
const schema = z.record(z.string(), z.unknown());
const remembered = z.object({
  version: z.literal(1),
  era: z.enum(["modern", "legacy"]).optional(),
  sse: z.boolean().optional(),
  eraFoundAt: z.number().optional(),
  catalogue: z
    .object({
      tools: z.array(
        z.object({
          name: z.string(),
          title: text,
          description: z.string(),
          inputSchema: schema,
          outputSchema: schema.optional(),
          hints: z.object({
            readOnly: z.boolean(),
            destructive: z.boolean(),
            idempotent: z.boolean(),
            openWorld: z.boolean(),
          }),
        }),
      ),
      resources: z.array(resource),
      templates: z.array(resource),
      prompts: z.array(
        z.object({
          name: z.string(),
          description: text,
          arguments: z.array(z.object({ name: z.string(), description: text, required: z.boolean() })),
        }),
      ),
      instructions: text,
      has: z.object({ resources: z.boolean(), prompts: z.boolean() }),
      leftOut: z.array(z.string()),
      listedAt: z.number(),
    })
    .optional(),
});

/** What is remembered of one server. */
export interface ServerMemory {
  read(): Promise<RememberedServer>;
  /** Keeps what is given and leaves the rest as it was. A store that fails costs the next start some time, nothing else. */
  write(facts: Partial<RememberedServer>): Promise<void>;
}

/** @param now Milliseconds since 1970. */
export function rememberServer(
  entry: McpServerEntry,
  options: McpServerOptions,
  now: () => number,
): ServerMemory {
  const { memory } = options;
  const key = keyOf(entry);
  let last: Promise<RememberedServer & { readonly eraFoundAt?: number | undefined }> | undefined;
  async function load(): Promise<RememberedServer & { readonly eraFoundAt?: number | undefined }> {
    const stored = await memory?.read(key).catch(() => undefined);
    const parsed = stored === undefined ? undefined : remembered.safeParse(parseJson(stored));
    if (parsed?.success !== true) return { ways: {}, catalogue: undefined };
    const { era, sse, eraFoundAt = 0, catalogue } = parsed.data;
    const isOld = now() - eraFoundAt >= oldForMs;
    return { ways: isOld ? {} : { era, sse }, eraFoundAt, catalogue };
  }
  return {
    read: () => (last ??= load()),
    async write(facts) {
      const before = await (last ??= load());
      const isSame = facts.ways === undefined || facts.ways.era === before.ways.era;
      const after = { ...before, ...facts, eraFoundAt: isSame ? (before.eraFoundAt ?? now()) : now() };
      last = Promise.resolve(after);
      const { ways, eraFoundAt, catalogue } = after;
      await memory
        ?.write(key, JSON.stringify({ version: 1, ...ways, eraFoundAt, catalogue }))
        .catch((error: unknown) => {
          options.onWarning?.(
            `What is known of the MCP server "${entry.name}" could not be kept: ${String(error)}`,
          );
        });
    },
  };
}

/** Another one for each entry; secrets of it can't be read from it. */
function keyOf({ name, transport, tools, sampling }: McpServerEntry): string {
  return createHash("sha256")
    .update(JSON.stringify([name, transport, tools, sampling]))
    .digest("hex")
    .slice(0, 32);
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
