import { describe, test } from "vitest";
import { platformContract } from "../../../src/testing/index.ts";
import { openSlackPlace } from "./slack-place.ts";

describe("slack", () => {
  platformContract({ test, open: openSlackPlace });
});
