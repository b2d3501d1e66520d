import { describe, test } from "vitest";
import { platformContract } from "../../../src/testing/index.ts";
import { openHomeassistantPlace } from "./homeassistant-place.ts";

describe("homeassistant", () => {
  platformContract({ test, open: openHomeassistantPlace });
});
