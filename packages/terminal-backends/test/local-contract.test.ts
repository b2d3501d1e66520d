import { describe, test } from "vitest";
import { backendContract } from "../src/testing/index.ts";
import { missing } from "./jail-wall.ts";
import { openJailedPlace, openLocalPlace } from "./local-place.ts";
import { thirdOfContract } from "./third-of-contract.ts";

const endsDetachedProcesses = process.platform === "linux";
const isLong = process.env["HERMES_TEST_LONG"] === "1";
/** Hundreds of processes on a machine that has other things to do. */
const timeout = 120_000;

// Beside each other, because many of them wait for a grace to pass.
describe.concurrent("local, bash", () => {
  backendContract({
    test: (name, run) => void test(name, { timeout }, run),
    open: () => openLocalPlace(),
    quickCalls: isLong ? 1_000 : 60,
    endsDetachedProcesses,
  });
});

describe.concurrent("local, sh", () => {
  const open = () => openLocalPlace({ shell: "/bin/sh" });
  backendContract({
    test: thirdOfContract(0),
    open,
    quickCalls: 60,
    endsDetachedProcesses,
  });
});

describe.concurrent("local, behind a wall", () => {
  backendContract({
    test: (name, run) => void test.skipIf(missing !== undefined)(name, { timeout }, run),
    open: () => openJailedPlace({ network: { hosts: [] } }),
    quickCalls: isLong ? 1_000 : 60,
    endsDetachedProcesses,
  });
});
