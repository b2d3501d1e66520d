import { tests } from "@hermes/tooling/vitest";

export default tests();
