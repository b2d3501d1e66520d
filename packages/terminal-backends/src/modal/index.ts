/** Commands in sandboxes of Modal. */
export { createModalBackend } from "./modal-backend.ts";
export type { ModalBackendOptions } from "./modal-options.ts";
