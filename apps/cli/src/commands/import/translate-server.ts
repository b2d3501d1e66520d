import { resolve } from "node:path";
import type { SettingValue } from "@hermes/config";
import { z } from "zod";
import type { WrittenServer } from "./read-servers.ts";

/** An entry as settings of Hermes have it, and what of it has no place there. */
export type TranslatedServer =
  | {
      readonly ok: true;
      readonly fields: Readonly<Record<string, SettingValue>>;
      readonly leftOut: readonly string[];
    }
  | { readonly ok: false; readonly problem: string };

const texts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String));
const seconds = z.number().positive();
const names = z.array(z.string());

/** What Claude Code and Cursor write in JSON, and Codex in TOML. */
const written = z.looseObject({
  type: z.string().optional(),
  transport: z.string().optional(),
  command: z.string().min(1).optional(),
  args: z.array(z.union([z.string(), z.number()]).transform(String)).optional(),
  env: texts.optional(),
  cwd: z.string().min(1).optional(),
  url: z.string().min(1).optional(),
  headers: texts.optional(),
  disabled: z.boolean().optional(),
  enabled: z.boolean().optional(),
  env_vars: names.optional(),
  http_headers: texts.optional(),
  env_http_headers: texts.optional(),
  bearer_token_env_var: z.string().min(1).optional(),
  startup_timeout_sec: seconds.optional(),
  tool_timeout_sec: seconds.optional(),
  enabled_tools: names.optional(),
  disabled_tools: names.optional(),
});

type Written = z.infer<typeof written>;

export function translateServer({ value, place }: WrittenServer): TranslatedServer {
  const read = written.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    return { ok: false, problem: `its ${issue?.path.join(".") ?? ""} is not as expected: ${issue?.message}` };
  }
  const { data } = read;
  const unknown = Object.keys(data).filter((key) => !(key in written.shape));
  const fields = data.command === undefined ? addressFields(data) : commandFields(data, place.project);
  if (fields === undefined) return { ok: false, problem: "it has neither a command nor a url" };
  const filled = withOurVariables({ ...fields, ...limits(data) }, place.project);
  const missing = /\$\{(?:workspaceFolder|userHome|pathSeparator|input:|config:|\/)[^}]*\}/.exec(
    JSON.stringify(filled),
  );
  if (missing !== null) return { ok: false, problem: `it names ${missing[0]}, which there is not here` };
  return { ok: true, fields: filled, leftOut: unknown };
}

type Fields = Readonly<Record<string, SettingValue>>;

function commandFields(data: Written, project: string | undefined): Fields {
  const { command = "", args = [], env = {}, env_vars = [], cwd } = data;
  const all = { ...Object.fromEntries(env_vars.map((name) => [name, `\${${name}}`])), ...env };
  const folder = cwd === undefined || project === undefined ? cwd : resolve(project, cwd);
  return {
    ...{ command, args },
    ...(Object.keys(all).length > 0 && { env: all }),
    ...(folder !== undefined && { cwd: folder }),
  };
}

function addressFields({ url, type, transport = type, ...data }: Written): Fields | undefined {
  if (url === undefined) return undefined;
  const ofVariables = Object.entries(data.env_http_headers ?? {}).map(([name, from]) => [
    name,
    `\${${from}}`,
  ]);
  const token = data.bearer_token_env_var;
  const headers: Readonly<Record<string, string>> = {
    ...data.headers,
    ...data.http_headers,
    ...Object.fromEntries(ofVariables),
    ...(token !== undefined && { Authorization: `Bearer \${${token}}` }),
  };
  return {
    url,
    ...(transport === "sse" && { transport: "sse" }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
}

function limits(data: Written): Fields {
  const { startup_timeout_sec, tool_timeout_sec, enabled_tools, disabled_tools } = data;
  const tools = {
    ...(enabled_tools !== undefined && { include: enabled_tools }),
    ...(disabled_tools !== undefined && { exclude: disabled_tools }),
  };
  return {
    ...((data.disabled === true || data.enabled === false) && { enabled: false }),
    ...(startup_timeout_sec !== undefined && { connect_timeout: startup_timeout_sec }),
    ...(tool_timeout_sec !== undefined && { timeout: tool_timeout_sec }),
    ...(Object.keys(tools).length > 0 && { tools }),
  };
}

/** Cursor writes `${env:NAME}`, and has a name for the folder of the project. */
function withOurVariables(fields: Fields, project: string | undefined): Fields {
  return mapTexts(fields, (text) => {
    const named = text.replaceAll(/\$\{env:([A-Za-z_]\w*)\}/g, (_, name: string) => `\${${name}}`);
    return project === undefined ? named : named.replaceAll("${workspaceFolder}", project);
  });
}

/** The same with every text of it changed. */
function mapTexts(fields: Fields, change: (text: string) => string): Fields {
  const map = (value: SettingValue): SettingValue => {
    if (typeof value === "string") return change(value);
    if (Array.isArray(value)) return value.map(map);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, map(part)]));
  };
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, map(value)]));
}
