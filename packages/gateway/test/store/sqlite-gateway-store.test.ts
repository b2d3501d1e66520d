import { openState } from "@hermes/state";
import { describe, expect, test } from "vitest";
import { gatewayTables, sqliteGatewayStore } from "../../src/index.ts";
import { gatewayStoreContract } from "../../src/testing/index.ts";
import { openStore, temporaryFolder } from "../support.ts";

describe("the contract of a gateway store", () => {
  const cases = gatewayStoreContract(() => {
    const state = openState({ path: ":memory:", migrations: [gatewayTables] });
    return { store: sqliteGatewayStore(state, { now: () => 1 }), close: () => state.close() };
  });
  for (const { name, run } of cases) test(name, run);
});

test("what one process keeps, another one sees", async () => {
  const path = `${temporaryFolder()}/state.db`;
  const [one, other] = [openStore(path).store, openStore(path).store];

  await one.memory.write("telegram", "offset", "41");
  await one.memory.write("telegram", "offset", "42");

  expect(await other.memory.read("telegram", "offset")).toBe("42");
  expect(await other.memory.read("slack", "offset")).toBeUndefined();
});

test("what somebody asks a chat to look at waits, for whatever process, until it is settled", async () => {
  const path = `${temporaryFolder()}/state.db`;
  const [one, other] = [openStore(path).store, openStore(path).store];

  const first = await one.wakes.ask({ chat: "a", text: "look" }, 1);
  const second = await other.wakes.ask({ chat: "b", text: "" }, 2);

  expect(await other.wakes.pending()).toEqual([
    { id: first, chat: "a", text: "look", askedAt: 1 },
    { id: second, chat: "b", text: "", askedAt: 2 },
  ]);
  await other.wakes.settle([first]);
  expect((await one.wakes.pending()).map(({ id }) => id)).toEqual([second]);
});
