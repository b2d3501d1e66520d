import { ApiError, mayAccess } from "@hermes/client";
import type { Access, Role } from "@hermes/client";
import { computed, signal } from "@preact/signals";
import { client } from "./client.ts";

/** Whether somebody is let in here, and as what. */
export type Who =
  | { readonly state: "asking" }
  | { readonly state: "in"; readonly name: string; readonly role: Role }
  | { readonly state: "out" }
  | { readonly state: "offline" };

export const who = signal<Who>({ state: "asking" });

const all: readonly Access[] = ["read", "inspect", "speak", "own"];

/** What whoever is here may do; buttons that would be refused are not shown. */
export const rights = computed<ReadonlySet<Access>>(() => {
  const { value } = who;
  return new Set(value.state === "in" ? all.filter((access) => mayAccess(value.role, access)) : []);
});

export async function askWho(): Promise<void> {
  try {
    const { name, role } = await client.whoAmI();
    who.value = { state: "in", name, role };
  } catch (error) {
    const isOut = error instanceof ApiError && (error.status === 401 || error.status === 403);
    who.value = { state: isOut ? "out" : "offline" };
  }
}
