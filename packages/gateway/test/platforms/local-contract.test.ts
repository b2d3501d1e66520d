import { describe, test } from "vitest";
import { platformContract } from "../../src/testing/index.ts";
import { openLocalPlace } from "./local-place.ts";

describe("local", () => {
  platformContract({ test, open: openLocalPlace });
});
