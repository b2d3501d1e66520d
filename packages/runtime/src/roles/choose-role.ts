import { HermesError, nearest } from "@hermes/registry";
import type { Role } from "./role.ts";

/** @throws {HermesError} `RUNTIME_NO_ROLE`, with the roles that there are. */
export function chooseRole(roles: readonly Role[], name: string): Role {
  const role = roles.find((each) => each.name === name);
  if (role !== undefined) return role;
  const names = roles.map((each) => each.name);
  const near = nearest(name, names);
  const known = names.length === 0 ? "There are none." : `There are: ${names.join(", ")}.`;
  throw new HermesError(`There is no role "${name}".`, {
    code: "RUNTIME_NO_ROLE",
    hint: near === undefined ? known : `Did you mean "${near}"? ${known}`,
  });
}
