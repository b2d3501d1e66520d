import { availableParallelism } from "node:os";

/** One more than there are processors: many tests wait for processes that they started. */
export const maxWorkers = availableParallelism() + 1;
