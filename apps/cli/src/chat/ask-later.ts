import type { Approver } from "@hermes/registry";

/** Asks nobody now: the question is kept, and answered with `hermes approvals`. */
export const askLater: Approver = async () => ({ pending: true });
