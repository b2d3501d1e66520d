/** Loaded where the reading is closed, and only there. */
export { closedReading } from "./closed-reading.ts";
export { judgePlaces, judgeRepositories } from "./judge-places.ts";
