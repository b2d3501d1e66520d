import { describe, test } from "vitest";
import { backendContract } from "../src/testing/index.ts";
import { openLocalPlace } from "./local-place.ts";

const isLinux = process.platform === "linux";

describe("local, bash", () => {
  backendContract({ test, open: () => openLocalPlace(), quickCalls: 1_000, endsDetachedProcesses: isLinux });
});

describe("local, sh", () => {
  backendContract({
    test,
    open: () => openLocalPlace({ shell: "/bin/sh" }),
    quickCalls: 100,
    endsDetachedProcesses: isLinux,
  });
});
