import type { ChildRecord, ChildRecords } from "@hermes/agent-loop/delegate";
import type { State } from "@hermes/state";
import { z } from "zod";

const text = z.string().optional();
const texts = z.array(z.string()).readonly().optional();

const task = z.object({
  ...{ id: z.string(), run: z.number(), parentId: z.string(), depth: z.number(), startedAt: z.number() },
  ...{ goal: z.string(), context: text, role: text, tools: texts, callId: text },
  ...{ background: z.boolean(), shared: z.boolean() },
  owner: z.object({ host: z.string(), pid: z.number(), processStart: text }),
});

const usage = z.object({
  ...{ inputTokens: z.number(), outputTokens: z.number(), reasoningTokens: z.number() },
  ...{ cacheReadTokens: z.number(), cacheWriteTokens: z.number() },
  ...{ cacheWrite1hTokens: z.number().optional(), costUsd: z.number().optional() },
  estimated: z.boolean().optional(),
});

const endStates = ["done", "partial", "failed", "interrupted", "timed-out", "orphaned"] as const;

const ended = z.object({
  state: z.enum(endStates),
  at: z.number(),
  result: z.object({
    ...{ id: z.string(), status: z.enum(endStates), summary: z.string(), findings: texts, left: texts },
    files: z.object({ read: texts, written: texts }).optional(),
    rounds: z.number(),
    tokens: z.object({ input: z.number(), output: z.number() }),
    cost_usd: z.number().optional(),
    duration_seconds: z.number(),
    error: z.object({ code: z.string(), message: z.string() }).optional(),
  }),
  usage: usage.optional(),
  provenance: z.array(z.object({ source: z.string(), name: text })).optional(),
});

/** Of each child the last run. */
const lastRuns = `SELECT record, ended FROM children_runs AS each
  WHERE run = (SELECT max(run) FROM children_runs WHERE id = each.id)`;

/** Records of children in the store; see `childTables`. */
export function storedChildren({ transaction, read, journal: { notices } }: State): ChildRecords {
  return {
    start: (record) => {
      const { id, run, parentId, startedAt, end: _end, ...rest } = record;
      return transaction(
        (tables) =>
          tables.run(
            `INSERT INTO children_runs (id, run, parent_id, state, started_at, record)
             VALUES (?, ?, ?, 'running', ?, ?) ON CONFLICT DO NOTHING`,
            ...[id, run, parentId, startedAt],
            JSON.stringify({ id, run, parentId, startedAt, ...rest }),
          ).changes === 1,
      );
    },
    finish: ({ id, run, parentId }, end, notice) =>
      transaction((tables) => {
        const { changes } = tables.run(
          "UPDATE children_runs SET state = ?, ended = ? WHERE id = ? AND run = ? AND state = 'running'",
          ...[end.state, JSON.stringify(end), id, run],
        );
        if (changes === 1 && notice !== undefined) notices.record(parentId, notice);
        return changes === 1;
      }),
    get: (id) =>
      read((tables) => tables.all(`${lastRuns} AND id = ?`, id))
        .flatMap(toRecord)
        .at(0),
    list({ parentId, running = false } = {}) {
      const [ofParent, values] = parentId === undefined ? ["", []] : [" AND parent_id = ?", [parentId]];
      const state = running ? " AND state = 'running'" : "";
      return read((tables) =>
        tables.all(`${lastRuns}${ofParent}${state} ORDER BY started_at, id`, ...values),
      ).flatMap(toRecord);
    },
  };
}

/** A record of a later version that says something else is left alone, as if it were not there. */
function toRecord(row: Readonly<Record<string, unknown>>): readonly ChildRecord[] {
  const [begun, end] = [task.safeParse(parsed(row["record"])), ended.safeParse(parsed(row["ended"]))];
  if (!begun.success) return [];
  if (row["ended"] === null) return [{ ...begun.data, state: "running" }];
  return end.success ? [{ ...begun.data, state: end.data.state, end: end.data }] : [];
}

function parsed(value: unknown): unknown {
  return typeof value === "string" ? JSON.parse(value) : undefined;
}
