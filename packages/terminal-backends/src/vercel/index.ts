/** Commands in sandboxes of Vercel. */
export { createVercelBackend } from "./vercel-backend.ts";
export type { VercelBackendOptions } from "./vercel-options.ts";
