import { describe, test } from "vitest";
import { platformContract } from "../../../src/testing/index.ts";
import { openMatrixPlace } from "./matrix-place.ts";

describe("matrix", () => {
  platformContract({ test, open: openMatrixPlace });
});
