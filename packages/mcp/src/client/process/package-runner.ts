import { basename } from "node:path";
import type { StdioTransport } from "../server-entry.ts";

const runners = new Set(["npx", "uvx", "pipx", "bunx"]);
const subcommands: Readonly<Record<string, readonly string[]>> = {
  pnpm: ["dlx"],
  yarn: ["dlx"],
  npm: ["exec", "x"],
  bun: ["x"],
  uv: ["run", "tool"],
};

/** Whether a command may download its program before it starts it. */
export function isPackageRunner(transport: StdioTransport): boolean {
  const name = basename(transport.command).replace(/\.(?:cmd|exe|ps1)$/iu, "");
  if (runners.has(name)) return true;
  const first = transport.args.find((argument) => !argument.startsWith("-"));
  return first !== undefined && (subcommands[name]?.includes(first) ?? false);
}
