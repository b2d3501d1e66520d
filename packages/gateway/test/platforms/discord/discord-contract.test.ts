import { describe, test } from "vitest";
import { platformContract } from "../../../src/testing/index.ts";
import { openDiscordPlace } from "./discord-place.ts";

describe("discord", () => {
  platformContract({ test, open: openDiscordPlace });
});
