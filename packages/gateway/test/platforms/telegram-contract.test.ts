import { describe, test } from "vitest";
import { platformContract } from "../../src/testing/index.ts";
import { openTelegramPlace } from "./telegram-place.ts";

describe("telegram", () => {
  platformContract({ test, open: openTelegramPlace });
});
