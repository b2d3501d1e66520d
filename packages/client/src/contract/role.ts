/** What a token may do. `owner`: all of it. `user`: speak in sessions of its own. `read-only`: see what the owner sees. */
export type Role = "owner" | "user" | "read-only";

export const roles: readonly Role[] = ["owner", "user", "read-only"];

/**
 * What a route asks for. `read`: any token; a user gets what is its own. `inspect`: to see what is the home's. `speak`: to say
 * something and answer. `own`: to change the home.
 */
export type Access = "read" | "inspect" | "speak" | "own";

const allowed: Readonly<Record<Role, readonly Access[]>> = {
  owner: ["read", "inspect", "speak", "own"],
  user: ["read", "speak"],
  "read-only": ["read", "inspect"],
};

export function mayAccess(role: Role, access: Access): boolean {
  return allowed[role].includes(access);
}
