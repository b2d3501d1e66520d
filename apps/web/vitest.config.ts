import { tests } from "@hermes/tooling/vitest";

export default tests({ globalSetup: ["test/support/build.ts"], testTimeout: 120_000, hookTimeout: 120_000 });
