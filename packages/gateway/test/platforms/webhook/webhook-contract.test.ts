import { describe, test } from "vitest";
import { platformContract } from "../../../src/testing/index.ts";
import { openWebhookPlace } from "./webhook-place.ts";

describe("webhook", () => {
  platformContract({ test, open: openWebhookPlace });
});
