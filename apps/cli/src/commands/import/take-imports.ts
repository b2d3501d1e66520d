import { exitCodes, type Host } from "../../host.ts";
import { confirm } from "../../prompt/confirm.ts";
import { oneLine } from "../../render/fit.ts";
import { paragraph } from "../../render/paragraph.ts";
import { printLines, printRemark } from "../../render/print.ts";
import { mcpDesk, type McpContext } from "../mcp/mcp-desk.ts";
import { openNotes } from "../memory/open-notes.ts";
import { newItems, type FoundImports, type ImportItem, type Taking } from "./import-item.ts";

export interface TakeImportsOptions {
  /** A yes beforehand, to what is the person's own and passes the scan. */
  readonly yes?: boolean | undefined;
  /** Nothing is said on standard output. */
  readonly quiet?: boolean | undefined;
}

/** What came of one thing. */
export interface ImportResult {
  readonly item: ImportItem;
  /** `declined`: the person said no. `refused`: it could not be taken, for `reason`. */
  readonly result: "taken" | "declined" | "refused";
  readonly reason?: string | undefined;
}

/** Takes over what is new, after a question for each server, for each skill, and for the notes of each file. */
export async function takeImports(
  found: FoundImports,
  host: Host,
  { yes = false, quiet = false }: TakeImportsOptions,
): Promise<readonly ImportResult[]> {
  const results: ImportResult[] = [];
  const tell = ({ item, result, reason }: ImportResult, said: string): void => {
    results.push({ item, result, reason });
    if (result === "refused") printRemark(host, oneLine(`Not taken: ${item.name}: ${reason ?? ""}`));
    else if (result === "taken" && said !== "" && !quiet)
      printLines(host, paragraph(oneLine(said), { columns: host.stdout.columns }));
  };
  const wanted = newItems(found).filter((item) => {
    if (!yes || !item.ofProject) return true;
    tell({ item, result: "refused", reason: ofProject }, "");
    return false;
  });
  const work: Work = { host, yes, quiet, tell };
  await takeServers(ofType(wanted, "mcp"), work);
  await takeSkills(ofType(wanted, "skill"), work);
  await takeNotes(ofType(wanted, "note"), work);
  return results;
}

const ofProject = "it comes with the project, so that a person has to say yes to it at a terminal";

interface Work {
  readonly host: Host;
  readonly yes: boolean;
  readonly quiet: boolean;
  tell(result: ImportResult, said: string): void;
}

type Wanted<Type extends Taking["type"]> = ImportItem & { readonly taking: Extract<Taking, { type: Type }> };

function ofType<Type extends Taking["type"]>(
  items: readonly (ImportItem & { readonly taking: Taking })[],
  type: Type,
): readonly Wanted<Type>[] {
  return items.filter((item): item is Wanted<Type> => item.taking.type === type);
}

async function takeServers(items: readonly Wanted<"mcp">[], { host, yes, tell }: Work): Promise<void> {
  if (items.length === 0) return;
  const take = async (item: Wanted<"mcp">, { mcp }: McpContext): Promise<void> => {
    const { entry, variables } = item.taking;
    const question = oneLine(`Add the MCP server ${entry.name}?`);
    const intro = item.details.map((detail) => `  ${oneLine(detail)}`);
    if (!(await confirm(host, { intro, question, yes }))) return tell({ item, result: "declined" }, "");
    // Another program may have named one meanwhile.
    if ((await mcp.list()).some(({ name }) => name === entry.name))
      return tell({ item, result: "refused", reason: "there is one of that name by now" }, "");
    const path = await mcp.keep(entry, variables);
    await mcp.allow(entry.name, true);
    const names = Object.keys(variables);
    const kept = names.length === 0 ? "" : ` Kept in .env: ${names.join(", ")}.`;
    tell({ item, result: "taken" }, `Added ${entry.name} to ${path}.${kept}`);
  };
  await mcpDesk(host).withMcp(async (context) => {
    for (const item of items) {
      context.signal.throwIfAborted();
      // oxlint-disable-next-line no-await-in-loop -- one question after another
      await take(item, context);
    }
    return exitCodes.ok;
  });
}

async function takeSkills(
  items: readonly Wanted<"skill">[],
  { yes, quiet, tell, host }: Work,
): Promise<void> {
  if (items.length === 0) return;
  const [{ openSkillsContext }, { installGate }, { explained, say }] = await Promise.all([
    import("../skills/open-skills-context.ts"),
    import("../skills/hub/confirm-install.ts"),
    import("../skills/hub/install.ts"),
  ]);
  await using context = await openSkillsContext(host);
  const hub = await context.skills.hub();
  const { signal } = context;
  for (const item of items) {
    using gate = installGate(context, { yes });
    gate.waitFor(oneLine(`reading ${item.name}`));
    // oxlint-disable-next-line no-await-in-loop -- one question after another
    const decided = await hub.install(item.taking.reference, { signal, confirm: gate.confirm });
    const outcome = explained(decided, gate.refusals.at(-1)?.reason);
    if (outcome.ok) {
      // oxlint-disable-next-line no-await-in-loop
      if (!quiet) await say(outcome, item.taking.reference, context);
      tell({ item, result: "taken" }, "");
    } else if (outcome.problem === "declined") tell({ item, result: "declined" }, "");
    else tell({ item, result: "refused", reason: outcome.reason }, "");
  }
}

async function takeNotes(items: readonly Wanted<"note">[], { host, yes, tell }: Work): Promise<void> {
  if (items.length === 0) return;
  const notes = await openNotes(host);
  for (const file of new Set(items.map((item) => item.file))) {
    const own = items.filter((item) => item.file === file);
    const into = own[0]?.becomes ?? "";
    const question = `Keep these notes of ${oneLine(file)} in ${into}? (${own.length})`;
    // oxlint-disable-next-line no-await-in-loop -- one question after another
    const isSure = await confirm(host, { question, yes });
    for (const item of own) {
      if (!isSure) {
        tell({ item, result: "declined" }, "");
        continue;
      }
      const { target, text } = item.taking;
      const options = { origin: { by: "import" }, confirmed: true, signal: host.stopped } as const;
      // oxlint-disable-next-line no-await-in-loop -- each is compared with those before it
      const outcome = await notes.add(target, text, options);
      if (outcome.ok) tell({ item, result: "taken" }, "");
      else tell({ item, result: "refused", reason: outcome.reason }, "");
    }
  }
}
