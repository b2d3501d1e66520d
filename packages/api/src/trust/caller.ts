import type { Access, Role } from "@hermes/client/contract";
import { mayAccess } from "@hermes/client/contract";
import { refused } from "../errors/refusal.ts";

/** Who makes a request. */
export interface Caller {
  /** Of the token; of a user, that of all its sessions. */
  readonly name: string;
  readonly role: Role;
}

/** @throws {HermesError} `API_FORBIDDEN` */
export function mustMay({ role }: Caller, access: Access): void {
  if (!mayAccess(role, access))
    throw refused("API_FORBIDDEN", `A token of the role "${role}" may not do this.`, {
      hint: "Use the token of an owner.",
    });
}
