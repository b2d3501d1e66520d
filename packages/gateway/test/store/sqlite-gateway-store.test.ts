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
