import { tests } from "@hermes/tooling/vitest";

// Each file has a process of its own: some measure how much it grows.
export default tests({ isolate: true });
