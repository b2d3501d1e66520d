import { describe, test } from "vitest";
import { platformContract } from "../../../src/testing/index.ts";
import { openSignalPlace } from "./signal-place.ts";

describe("signal", () => {
  platformContract({ test, open: openSignalPlace });
});
