import { describe, test } from "vitest";
import { platformContract } from "../../../src/testing/index.ts";
import { openWhatsAppPlace } from "./whatsapp-place.ts";

describe("whatsapp", () => {
  platformContract({ test, open: () => openWhatsAppPlace() });
});
