import type { SettingValue } from "@hermes/config";
import { HermesError } from "@hermes/registry";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { findWorkspace } from "../find-workspace.ts";
import type { RuntimeParts } from "../runtime-parts.ts";
import { changeSealedFile } from "../seal/change-sealed-file.ts";
import { assignment } from "../seal/sealed-form.ts";
import type { McpEntryFiles } from "./home-mcp.ts";

/** Where the entries of servers are: `config.yaml`, `.mcp.json` of the workspace, and `.env` for what they name. */
export function openEntryFiles({
  cwd,
  options: { loaded },
  seal,
}: Pick<RuntimeParts, "cwd" | "options" | "seal">): McpEntryFiles {
  const { configPath, envPath } = loaded;
  const projectPath = join(findWorkspace(cwd).root, ".mcp.json");
  const inSettings = async (name: string, value: SettingValue | undefined): Promise<void> => {
    const { changeSettings } = await import("@hermes/config");
    const changes = [{ path: ["mcp_servers", name], value }];
    await changeSealedFile(await seal(), configPath, (text) => changeSettings(text, changes, configPath));
  };
  return {
    async keep({ name, fields, inProject }, variables) {
      if (Object.keys(variables).length > 0)
        await changeSealedFile(await seal(), envPath, (text) => withVariables(text, variables));
      if (inProject) await changeProject(projectPath, (servers) => ({ ...servers, [name]: fields }));
      else await inSettings(name, fields);
      return inProject ? projectPath : configPath;
    },
    async remove({ name, inProject }) {
      const without = (servers: Servers): Servers =>
        Object.fromEntries(Object.entries(servers).filter(([each]) => each !== name));
      if (inProject) await changeProject(projectPath, without);
      else await inSettings(name, undefined);
      return inProject ? projectPath : configPath;
    },
  };
}

type Servers = Readonly<Record<string, unknown>>;

const projectFile = z.looseObject({ mcpServers: z.record(z.string(), z.unknown()).optional() });

/** Other programs read the file too: what they have in it stays. */
async function changeProject(path: string, change: (servers: Servers) => Servers): Promise<void> {
  const { replaceFile, withFileLock } = await import("@hermes/atomic-files");
  await withFileLock(
    `${path}.lock`,
    async () => {
      const before = await readProject(path);
      const after = { ...before, mcpServers: change(before.mcpServers ?? {}) };
      // Shared with everybody who works on the project.
      replaceFile(path, `${JSON.stringify(after, null, 2)}\n`, { mode: 0o644 });
    },
    { code: "PERMISSIONS_LOCKED" },
  );
}

async function readProject(path: string): Promise<z.infer<typeof projectFile>> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "{}";
    throw error;
  });
  try {
    return projectFile.parse(JSON.parse(text));
  } catch (cause) {
    throw new HermesError(`${path} can't be read: it is no JSON object with "mcpServers".`, {
      code: "MCP_BAD_ENTRY",
      hint: "Correct the file and try again; nothing in it was changed.",
      cause,
    });
  }
}

/** The text of a `.env` in which the variables have these values. */
function withVariables(text: string, variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables).reduce((before, [name, value]) => {
    const line = assignment(name, value);
    if (line === undefined || /[\r\n]/.test(value))
      throw new HermesError(`The value of ${name} can't be written into .env.`, {
        code: "MCP_BAD_ENTRY",
        hint: "Leave out its line breaks, and one of the kinds of quotes in it.",
      });
    const others = before.split(/(?<=\n)/).filter((each) => !isAssignmentOf(each, name));
    const rest = others.join("");
    return rest === "" || rest.endsWith("\n") ? rest + line : `${rest}\n${line}`;
  }, text);
}

function isAssignmentOf(line: string, name: string): boolean {
  return /^\s*(?:export\s+)?([\w.-]+)\s*=/.exec(line)?.[1] === name;
}
