import { cut } from "../../delegate/child-outcome.ts";
import { activityLine } from "../../delegate/child-run.ts";
import type { ChildRecord } from "../../delegate/child-record.ts";
import type { ControlledSession } from "../controlled-session.ts";
import { noChildren } from "../controller-errors.ts";
import { defineSlashCommand } from "../slash-command.ts";
import type { SlashCommand } from "../slash-command.ts";

export const agentsCommand: SlashCommand = defineSlashCommand({
  name: "agents",
  aliases: ["tasks"],
  summary: "Show the agents that work for this session, the result of one, or end one: stop ID.",
  hint: "[id]",
  whileBusy: true,
  async run({ rest, session: { children } }) {
    if (children === undefined) throw noChildren();
    const [first = "", second] = rest.trim().split(/\s+/);
    if (first === "stop" && second !== undefined) {
      const { state } = await children.interrupt(second);
      return { lines: [`${second}: ${state}`], data: { id: second, state } };
    }
    if (first === "stop") return { lines: ["Say which one: /agents stop ID."] };
    if (first !== "") {
      const record = await children.get(first);
      return { lines: detailsOf(record, children), data: record };
    }
    const all = await children.list();
    const top = all[0]?.depth ?? 0;
    const lines = all.map(
      (record) => `${"  ".repeat(record.depth - top)}${record.id}  ${lineOf(record, children)}`,
    );
    return { lines: lines.length === 0 ? ["This conversation has no agents."] : lines, data: all };
  },
});

type Children = NonNullable<ControlledSession["children"]>;

function lineOf({ id, state, goal }: ChildRecord, children: Children): string {
  const activity = children.activityOf(id);
  return activity === undefined ? `${state} · ${cut(goal, 60)}` : activityLine(activity, Date.now());
}

function detailsOf(record: ChildRecord, children: Children): readonly string[] {
  const { findings = [], left = [], files, summary = "", error } = record.end?.result ?? {};
  return [
    lineOf(record, children),
    ...(error === undefined ? [] : [`${error.code}: ${error.message}`]),
    ...(summary === "" ? [] : summary.split("\n")),
    ...findings.map((each) => `- ${each}`),
    ...(files?.written ?? []).map((each) => `written: ${each}`),
    ...left.map((each) => `left: ${each}`),
  ];
}
