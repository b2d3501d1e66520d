import { tests } from "@hermes/tooling/vitest";

export default tests({ globalSetup: ["test/support/build.ts", "test/support/real-home.ts"] });
