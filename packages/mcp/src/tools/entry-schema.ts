import { z } from "zod";

type Kind = "stdio" | "http" | "streamable-http" | "streamable_http" | "sse";

/** An entry as settings and `.mcp.json` have it, with defaults. */
export interface WrittenEntry {
  readonly type?: Kind | undefined;
  readonly transport?: Kind | undefined;
  readonly command?: string | undefined;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
  readonly profile?:
    | "open"
    | {
        readonly folders: readonly string[];
        readonly hosts: readonly string[];
        readonly variables: readonly string[];
      }
    | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly ssl_verify: boolean | string;
  readonly client_cert?: string | readonly [string, string] | undefined;
  readonly client_key?: string | undefined;
  readonly auth?: "oauth" | "none" | undefined;
  readonly oauth?:
    | {
        readonly client_id?: string | undefined;
        readonly client_secret?: string | undefined;
        readonly scope?: string | undefined;
        readonly redirect_port?: number | undefined;
        readonly client_name?: string | undefined;
      }
    | undefined;
  readonly enabled: boolean;
  /** Seconds. */
  readonly timeout: number;
  /** Seconds. */
  readonly connect_timeout: number;
  readonly supports_parallel_tool_calls: boolean;
  readonly tools: {
    readonly include?: readonly string[] | undefined;
    readonly exclude: readonly string[];
    readonly resources: boolean;
    readonly prompts: boolean;
  };
  readonly sampling: {
    readonly enabled?: boolean | undefined;
    readonly model?: string | undefined;
    readonly max_tokens_cap: number;
    /** Seconds. */
    readonly timeout: number;
    readonly max_rpm: number;
    readonly allowed_models: readonly string[];
  };
}

const texts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String));
const flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")]);
/** Filled-in variables are text. */
const within = (schema: z.ZodNumber): z.ZodType<number> =>
  z.preprocess(
    (value) => (typeof value === "string" && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value),
    schema,
  );
const seconds = within(z.number().positive().max(86_400));
const names = z.array(z.string());

const profile = z.union([
  z.literal("open"),
  z.strictObject({
    folders: names.default([]),
    hosts: names.default([]),
    variables: names.default([]),
  }),
]);

const oauth = z.strictObject({
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  scope: z.string().optional(),
  redirect_port: within(z.int().min(1).max(65_535)).optional(),
  client_name: z.string().optional(),
});

const sampling = z.strictObject({
  enabled: flag.optional(),
  model: z.string().optional(),
  max_tokens_cap: within(z.int().positive()).default(4_096),
  timeout: seconds.default(30),
  max_rpm: within(z.int().min(0)).default(10),
  allowed_models: names.default([]),
  // Of the Python Hermes; without effect: a request of a server is answered without tools, and logged like every other.
  max_tool_rounds: z.unknown().optional(),
  log_level: z.unknown().optional(),
});

const entry: z.ZodType<WrittenEntry> = z.strictObject({
  type: z.enum(["stdio", "http", "streamable-http", "streamable_http", "sse"]).optional(),
  transport: z.enum(["stdio", "http", "streamable-http", "streamable_http", "sse"]).optional(),
  command: z.string().min(1).optional(),
  args: z.array(z.union([z.string(), z.number()]).transform(String)).default([]),
  env: texts.default({}),
  cwd: z.string().min(1).optional(),
  profile: profile.optional(),
  url: z.string().min(1).optional(),
  headers: texts.default({}),
  ssl_verify: z.union([flag, z.string()]).default(true),
  client_cert: z.union([z.string(), z.tuple([z.string(), z.string()])]).optional(),
  client_key: z.string().optional(),
  auth: z.enum(["oauth", "none"]).optional(),
  oauth: oauth.optional(),
  enabled: flag.default(true),
  timeout: seconds.default(120),
  connect_timeout: seconds.default(60),
  supports_parallel_tool_calls: flag.default(false),
  tools: z
    .strictObject({
      include: names.optional(),
      exclude: names.default([]),
      resources: flag.default(true),
      prompts: flag.default(true),
    })
    .prefault({}),
  sampling: sampling.prefault({}),
  // Of other programs. What they let run without a question is asked about here.
  description: z.unknown().optional(),
  disabled: z.unknown().optional(),
  autoApprove: z.unknown().optional(),
  alwaysAllow: z.unknown().optional(),
});

/** All that is wrong with it, or what it says. */
export function checkEntry(
  value: unknown,
): { readonly ok: true; readonly value: WrittenEntry } | { readonly ok: false; readonly problem: string } {
  const result = entry.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  const problems = result.error.issues.slice(0, 3).map(({ path, message, ...issue }) => {
    const unknown = issue.code === "unrecognized_keys" ? `${issue.keys.join(", ")} is not known` : message;
    return path.length === 0 ? unknown : `${path.join(".")}: ${unknown}`;
  });
  return { ok: false, problem: problems.join("; ") };
}
