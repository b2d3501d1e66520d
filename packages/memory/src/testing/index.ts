/** What tests of a memory need, ours and those of others. */
export { startHonchoServer } from "./honcho-server.ts";
export type { HonchoBehaviour, HonchoRequest, HonchoServer } from "./honcho-server.ts";
