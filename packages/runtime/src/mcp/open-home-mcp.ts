import { HermesError } from "@hermes/registry";
import type { ToolRegistry } from "@hermes/registry";
import { isIncluded } from "@hermes/mcp";
import type { McpCatalogue, McpServer } from "@hermes/mcp";
import type { RuntimeParts } from "../runtime-parts.ts";
import { openEntryFiles } from "./entry-files.ts";
import type { HomeMcp, McpPersonCall, McpToolReport } from "./home-mcp.ts";
import type { McpServerReport } from "./server-report.ts";
import { findingsIn } from "./findings-in.ts";
import { promptCommands } from "./prompt-commands.ts";
import { loginOf, needLogin } from "./server-login.ts";
import { toolsOfCatalogue } from "./tools-of-catalogue.ts";
import type { WorkspaceMcp } from "./workspace-mcp.ts";

/** The servers of a folder for the person. */
export async function openHomeMcp(
  parts: Pick<RuntimeParts, "cwd" | "options" | "seal" | "redactor">,
  mcp: WorkspaceMcp,
  tools: () => Promise<ToolRegistry>,
): Promise<HomeMcp> {
  const harmless: Harmless = async (reports) => {
    const redact = await parts.redactor();
    return reports.map((report) => ({ ...asOneLogsIn(report), target: redact(report.target) }));
  };
  /** Before anything is connected, only what is kept can say that a login is missing. */
  const asOneLogsIn = (report: McpServerReport): McpServerReport => {
    const entry = mcp.find(report.name)?.entry;
    const wantsLogin =
      entry !== undefined && entry.transport.type !== "stdio" && entry.transport.oauth !== undefined;
    if (!wantsLogin || report.status.state !== "idle") return report;
    if (loginOf(entry, parts.options.loaded.home)?.isLoggedIn() === true) return report;
    return { ...report, status: { ...report.status, state: "needs-login" } };
  };
  const usable = (name: string): McpServer => {
    const { named, server } = mcp.need(name);
    mcp.lookAgain();
    const allowed = mcp.allowed(named);
    if (allowed === true || (allowed === undefined && named.source === "settings")) return server;
    throw new HermesError(
      `Nobody has agreed to the MCP server "${name}"${named.file ? ` of ${named.file}` : ""}.`,
      {
        code: "MCP_NOT_ALLOWED",
        hint: `To see what it is: hermes mcp list. To agree to it: hermes mcp allow ${name}`,
      },
    );
  };
  const catalogueOf = async (
    name: string,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<McpCatalogue> => await usable(name).list({ signal });
  const toolNamed = async (name: string, tool: string): Promise<string> => {
    const known = mcp.catalogue(name) ?? { tools: [] };
    if (known.tools.some((each) => each.name === tool)) return tool;
    const told = (await reports(name)).find((each) => each.name === tool);
    return told?.tool ?? tool;
  };
  const reports = async (name: string): Promise<readonly McpToolReport[]> => {
    const server = usable(name);
    const catalogue = mcp.catalogue(name);
    if (catalogue === undefined) return [];
    const named = toolsOfCatalogue(mcp, server, catalogue, { taken: await namesOfOthers(tools) });
    const { scanText } = await import("@hermes/scanner");
    const names = new Map(named.flatMap(({ facts, name: told }) => (facts ? [[facts.name, told]] : [])));
    return catalogue.tools.map((facts) => {
      const told = names.get(facts.name);
      const { name: tool, description, inputSchema, outputSchema } = facts;
      return {
        name: told ?? "",
        tool,
        description,
        inputSchema,
        outputSchema,
        hidden: whyHidden(mcp, server, facts),
        findings: findingsIn(facts, scanText),
      };
    });
  };
  return {
    ...entriesOf(parts, mcp, harmless),
    ...promptCommands(mcp),
    ...loginsOf(mcp, usable, parts.options.loaded.home),
    list: async () => await harmless(mcp.reports()),
    server: async (name) => usable(name),
    async tools(name, options) {
      await catalogueOf(name, options);
      return await reports(name);
    },
    catalogue: catalogueOf,
    async call(name, tool, args, options) {
      const server = usable(name);
      if (mcp.catalogue(name) === undefined) await server.list(options);
      return await server.callTool(await toolNamed(name, tool), args, callOf(options));
    },
    prompt: async (name, prompt, args, options) =>
      await usable(name).getPrompt(prompt, args, callOf(options)),
    async allow(name, allowed) {
      await mcp.allow(mcp.need(name).named, allowed);
    },
    async reload() {
      await mcp.reload();
      return await harmless(mcp.reports());
    },
  };
}

type Harmless = (reports: readonly McpServerReport[]) => Promise<readonly McpServerReport[]>;

/** Entries are written, and then count at once. */
function entriesOf(
  parts: Pick<RuntimeParts, "cwd" | "options" | "seal">,
  mcp: WorkspaceMcp,
  harmless: Harmless,
): Pick<HomeMcp, "keep" | "remove" | "preview"> {
  const files = openEntryFiles(parts);
  return {
    async keep(entry, variables) {
      const file = await files.keep(entry, variables);
      await mcp.reload();
      return file;
    },
    async remove(entry) {
      const file = await files.remove(entry);
      await mcp.reload();
      return file;
    },
    async preview({ name, fields, inProject }, variables) {
      const report = mcp.report(await mcp.preview({ name, value: fields, inProject, variables }));
      if (report.problem !== undefined)
        throw new HermesError(`The MCP server "${name}" can't be used: ${report.problem}.`, {
          code: "MCP_BAD_ENTRY",
          hint: "Correct what is named.",
        });
      const [shown = report] = await harmless([report]);
      return shown;
    },
  };
}

function loginsOf(
  mcp: WorkspaceMcp,
  usable: (name: string) => McpServer,
  home: string,
): Pick<HomeMcp, "login" | "logout"> {
  return {
    async login(name, person) {
      const server = usable(name);
      await needLogin(server.entry, home).login(person);
      // Whoever was refused tries again with it.
      await server.restart();
    },
    async logout(name) {
      const { server } = mcp.need(name);
      const done = await needLogin(server.entry, home).logout();
      await server.restart();
      return done;
    },
  };
}

/** Those of tools that are none of servers. */
async function namesOfOthers(tools: () => Promise<ToolRegistry>): Promise<(name: string) => boolean> {
  const registry = await tools();
  return (name) => registry.has(name) && registry.get(name)?.actions?.[0]?.name !== "mcp.call";
}

function callOf({ signal, progress }: McpPersonCall): Parameters<McpServer["callTool"]>[2] {
  return {
    signal,
    progress:
      progress &&
      (({ progress: done, total, message }) =>
        progress(message ?? (total === undefined ? `${done}` : `${done} of ${total}`))),
  };
}

function whyHidden(
  mcp: WorkspaceMcp,
  { entry }: McpServer,
  facts: McpCatalogue["tools"][number],
): string | undefined {
  if (!isIncluded(facts.name, entry.tools)) return "left out by the settings";
  return mcp.isChanged(entry.name, facts) ? "changed since it was agreed to" : undefined;
}
