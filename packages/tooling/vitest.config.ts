import { tests } from "./vitest.js";

export default tests({ testTimeout: 240_000 });
