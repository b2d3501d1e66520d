import { join } from "node:path";
import type { ApprovalLog } from "@hermes/registry";
import { approvalLogContract } from "@hermes/registry/testing";
import { describe, expect, test } from "vitest";
import { openState } from "../src/index.ts";
import type { State } from "../src/index.ts";
import { head } from "./support/entries.ts";
import { tempFolder } from "./support/temp-folder.ts";

describe("approvals in the store", () => {
  const cases = approvalLogContract(() => {
    const path = join(tempFolder(), "hermes.db");
    const open: State[] = [];
    const connect = (): ApprovalLog => {
      const state = openState({ path });
      open.push(state);
      return state.approvals;
    };
    return { log: connect(), reopen: connect, close: () => open.forEach((state) => state.close()) };
  });
  for (const { name, run } of cases) test(name, run);
});

const asked = (id: string, sessionId: string, summary = "git push") => ({
  request: { id, sessionId, callId: "c1", tool: "terminal", action: "terminal.run", summary, reason: "Why." },
  digest: "d",
  askedAt: 1,
});

test("approvals go with their session, and no others", async () => {
  await using state = openState({ path: ":memory:" });
  state.journal.create(head("a"));
  state.journal.create(head("b"));
  state.approvals.open(asked("1", "a"));
  state.approvals.open(asked("2", "b"));

  state.sessions.delete("a");

  expect(state.approvals.list().map(({ id }) => id)).toEqual(["2"]);
});

test("a text that is redacted is in no approval any more", async () => {
  await using state = openState({ path: ":memory:" });
  state.approvals.open(asked("1", "a", "curl -H 'key: open \"sesame\"'"));
  const answer = { approved: false, reason: 'not with open "sesame"' } as const;
  state.approvals.answer("1", { answer, actor: "cli", at: 2 });

  await state.redact('open "sesame"');

  const text = JSON.stringify(state.approvals.get("1"));
  expect(text).not.toContain("sesame");
  expect(text).toContain("[redacted]");
});
