/** What tests of tools need. */
export { testContext } from "./test-context.ts";
