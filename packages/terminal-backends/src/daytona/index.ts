/** Commands in sandboxes of Daytona. */
export { createDaytonaBackend } from "./daytona-backend.ts";
export type { DaytonaBackendOptions } from "./daytona-options.ts";
