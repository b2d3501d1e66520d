import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { homedir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import { defineTool } from "@hermes/registry";
import type { ApprovalAnswer, ApprovalRequest, Approver, Tool, ToolContext, Verdict } from "@hermes/registry";
import { testContext } from "@hermes/registry/testing";
import { z } from "zod";
import { houseTools, otherTools } from "./hermes-tools.ts";
import { createPermissions } from "../../../src/index.ts";
import type { DecisionRecord, Permissions, PermissionsOptions } from "../../../src/index.ts";

export interface TemporaryPlace extends AsyncDisposable {
  /** Home of the person. */
  readonly homedir: string;
  /** Home of Hermes. */
  readonly home: string;
  readonly workspace: string;
  readonly rulesPath: string;
  readonly records: readonly DecisionRecord[];
  readonly warnings: readonly string[];
  open(options?: Partial<PermissionsOptions>): Permissions;
}

/** A person with a project, not in a scratch folder, where anything may be written. */
export async function temporaryPlace(): Promise<TemporaryPlace> {
  const base = await ordinaryFolder();
  const person = await realpath(await mkdtemp(join(base, "permissions-test-")));
  const [home, workspace] = [join(person, ".hermes"), join(person, "project")];
  await mkdir(home);
  await mkdir(workspace);
  const rulesPath = join(home, "permissions.yaml");
  const records: DecisionRecord[] = [];
  const warnings: string[] = [];
  return {
    ...{ homedir: person, home, workspace, rulesPath, records, warnings },
    open: (options = {}) =>
      createPermissions({
        places: { workspace, home, homedir: person },
        backend: { kind: "local", isolated: false },
        resolve: async (path) => {
          const expanded = path.startsWith("~/") ? person + path.slice(1) : path;
          return isAbsolute(expanded) ? join(expanded) : join(workspace, expanded);
        },
        rulesPath,
        searchPath: process.env["PATH"],
        record: (record) => void records.push(record),
        tools: async () => houseTools,
        onWarning: (message) => warnings.push(message),
        now: () => 7,
        ...options,
      }),
    [Symbol.asyncDispose]: () => rm(person, { recursive: true, force: true }),
  };
}

/** The checkout itself may lie in a scratch folder. */
async function ordinaryFolder(): Promise<string> {
  const cache = join(import.meta.dirname, "..", "..", "..", "node_modules", ".cache");
  await mkdir(cache, { recursive: true });
  const folders = [cache, homedir(), userInfo().homedir];
  return folders.find((folder) => !/^(\/private)?(\/var)?\/tmp\//.test(`${folder}/`)) ?? cache;
}

/** A person at the other end, with what they were asked. */
export interface Person {
  readonly requests: ApprovalRequest[];
  readonly approve: Approver;
}

export function personWho(
  answer: ApprovalAnswer | ((request: ApprovalRequest) => Promise<ApprovalAnswer>),
): Person {
  const requests: ApprovalRequest[] = [];
  const approve: Approver = async (request) => {
    requests.push(request);
    return typeof answer === "function" ? await answer(request) : answer;
  };
  return { requests, approve };
}

export const no: ApprovalAnswer = { approved: false, reason: "No." };
export const once: ApprovalAnswer = { approved: true, scope: "once" };
export const session: ApprovalAnswer = { approved: true, scope: "session" };
export const always: ApprovalAnswer = { approved: true, scope: "always" };

export interface CallOptions extends Partial<ToolContext>, Pick<Tool, "findings"> {
  readonly toolset?: string | undefined;
}

let calls = 0;

/** Sends one call of one of our tools, or of one that only has its name, through the guard. */
export async function call(
  permissions: Permissions,
  name: string,
  args: object,
  { toolset = "file", findings, ...context }: CallOptions = {},
): Promise<Verdict> {
  const tool = houseTools.get(name) ?? otherTools.get(name) ?? toolNamed(name, toolset);
  return await callOf(permissions, findings === undefined ? tool : { ...tool, findings }, args, context);
}

/** Sends one call of a tool through the guard, as dispatch does. */
export async function callOf(
  permissions: Permissions,
  tool: Tool,
  args: object,
  context: Partial<ToolContext> = {},
): Promise<Verdict> {
  calls += 1;
  const parsed = tool.parse(args);
  if (!parsed.ok) throw new Error(parsed.problems.join(" "));
  return await permissions.guard(
    { tool, args: parsed.value },
    testContext({ callId: `call-${calls}`, ...context }),
  );
}

export function toolNamed(name: string, toolset: string): Tool {
  return defineTool({
    name,
    toolset,
    description: "Stands where a tool would.",
    input: z.looseObject({}),
    execute: async () => ({}),
  });
}
