import { patchPaths, planPatch, replaceText } from "@hermes/patch";
import { defineTool } from "@hermes/registry";
import type { DefineToolOptions, FileChange, ReadText, Tool } from "@hermes/registry";
import { z } from "zod";

const read = { name: "file.read", summary: "", readOnly: true };
const write = { name: "file.write", summary: "" };
const text = z.string().optional();

/** Stands where a tool of Hermes would, and says what that one says of its calls. */
function stand<Input extends z.ZodObject>(
  name: string,
  toolset: string,
  options: Pick<DefineToolOptions<Input>, "input" | "action" | "argument" | "findings">,
): Tool {
  return defineTool({ name, toolset, description: "", execute: () => ({}), ...options });
}

async function changesOfPatch(patch: string, textOf: ReadText): Promise<readonly FileChange[] | string> {
  const plan = await planPatch(patch, async (path) => {
    const text = await textOf(path);
    return text === undefined ? { state: "missing" } : { state: "text", text };
  });
  if (!plan.ok) return patch;
  return plan.changes.map((change) => ({
    path: change.path,
    ...(change.kind === "move" && { to: change.to }),
    before: change.kind === "add" ? "" : (change.before ?? ""),
    after: change.kind === "delete" ? "" : (change.text ?? ""),
  }));
}

function of(reads: string, writes: string, isRead: (action: string) => boolean) {
  const actions = [
    { name: reads, summary: "", readOnly: true },
    { name: writes, summary: "" },
  ];
  return { of: actions, choose: ({ action }: { action: string }) => (isRead(action) ? reads : writes) };
}

const tools: readonly Tool[] = [
  stand("read_file", "file", {
    input: z.object({ path: z.string() }),
    action: read,
    argument: ({ path }) => ({ kind: "path", paths: [{ path, access: "read" }] }),
  }),
  stand("write_file", "file", {
    input: z.object({ path: z.string(), content: z.string() }),
    action: write,
    argument: ({ path, content: after }) => ({
      kind: "path",
      paths: [{ path, access: "write" }],
      changes: async (before) => [{ path, before: (await before(path)) ?? "", after }],
    }),
  }),
  stand("patch", "file", {
    input: z.object({ mode: text, path: text, old_string: text, new_string: text, patch: text }),
    action: write,
    argument: ({ path = ".", old_string: old = "", new_string: replacement = "", patch }) => ({
      kind: "path",
      paths:
        patch === undefined
          ? [
              { path, access: "read" },
              { path, access: "write" },
            ]
          : patchPaths(patch),
      async changes(textOf) {
        if (patch !== undefined) return await changesOfPatch(patch, textOf);
        const before = await textOf(path);
        if (before === undefined) return undefined;
        const result = replaceText({ text: before, old, new: replacement, all: false });
        return [{ path, before, after: result.ok ? result.text : before }];
      },
    }),
  }),
  stand("terminal", "terminal", {
    input: z.object({
      command: z.string(),
      background: z.boolean().default(false),
      pty: z.boolean().default(false),
      workdir: text,
      hosts: z.array(z.string()).default([]),
      outside: z.boolean().default(false),
      why: text,
    }),
    action: {
      of: [
        { name: "terminal.run", summary: "" },
        { name: "terminal.background", summary: "" },
      ],
      choose: ({ background }) => (background ? "terminal.background" : "terminal.run"),
    },
    argument: ({ command, workdir: cwd, background, pty, hosts, outside, why }) => ({
      ...{ kind: "command", text: command, cwd, background },
      canBeTried: !background && !pty && !outside && hosts.length === 0,
      ...{ behindWall: true, hosts, outside, why },
    }),
  }),
  stand("memory", "memory", {
    input: z.looseObject({ action: z.string() }),
    action: of("memory.read", "memory.write", (action) => action === "read"),
  }),
  stand("todo", "todo", {
    input: z.looseObject({}),
    action: { name: "plan.write", summary: "", readOnly: true },
  }),
  stand("canvas", "canvas", {
    input: z.looseObject({ action: z.string() }),
    action: {
      of: ["canvas.draw", "canvas.write"].map((name) => ({ name, summary: "", readOnly: true })),
      choose: ({ action, format }) =>
        action === "close" || format === "markdown" ? "canvas.write" : "canvas.draw",
    },
  }),
  stand("execute_code", "code_execution", {
    input: z.object({ code: z.string() }),
    action: { name: "code.run", summary: "" },
    findings: () => [{ id: "code.unjailed", severity: "ask", reason: "It has no jail." }],
  }),
  stand("skill_manage", "skills", {
    input: z.looseObject({ action: z.string(), name: z.string() }),
    action: of("skill.read", "skill.write", (action) => action === "rate"),
    argument: ({ action, name, ...rest }) => ({
      ...{ kind: "text", text: JSON.stringify({ action, name, ...rest }), shown: `${action} ${name}` },
      changes: async () => [{ path: `${name}/SKILL.md`, before: "Step one.\n", after: "Step 1.\n" }],
    }),
    findings: ({ action }) =>
      action === "rate" ? [] : [{ id: "skill.change", severity: "ask", reason: "It would change a skill." }],
  }),
];

export const houseTools: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.name, tool]));

/** Tools that say what they do, and that rules do not know. */
const others: readonly Tool[] = [
  stand("session_search", "session_search", {
    input: z.looseObject({}),
    action: { name: "session.search", summary: "", readOnly: true },
  }),
  stand("cronjob", "cronjob", {
    input: z.looseObject({}),
    action: { name: "cron.write", summary: "" },
  }),
  stand("web_search", "web", {
    input: z.looseObject({}),
    action: { name: "web.search", summary: "", readOnly: true },
  }),
  stand("web_extract", "web", {
    input: z.object({ urls: z.array(z.string()) }),
    action: { name: "web.fetch", summary: "", readOnly: true },
    argument: ({ urls }) => ({ kind: "url", urls }),
  }),
];

export const otherTools: ReadonlyMap<string, Tool> = new Map(others.map((tool) => [tool.name, tool]));
