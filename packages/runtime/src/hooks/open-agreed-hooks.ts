import { lazy } from "../lazy.ts";
import { knownNetwork } from "../backend/known-network.ts";
import type { HomeParts } from "../runtime-parts.ts";
import { AgreedHooks } from "./agreed-hooks.ts";
import { storedHookConsents } from "./hook-consents.ts";

/** What was said about the hooks of a home, and what runs them. Starts nothing. */
export async function openAgreedHooks(
  { state, existingState, env, homedir }: Pick<HomeParts, "state" | "existingState" | "env" | "homedir">,
  { home }: { readonly home: string },
): Promise<AgreedHooks & AsyncDisposable> {
  const search = lazy(async () => await (await import("@hermes/jail")).findProfileJail());
  const network = lazy(async () => await knownNetwork(home).find(search));
  let opened = await existingState();
  const open = async (): Promise<NonNullable<typeof opened>> => (opened = await state());
  const hooks = new AgreedHooks({
    ...{ env, homedir, home, search, network },
    consents: storedHookConsents(() => opened, open, Date.now),
  });
  return Object.assign(hooks, {
    async [Symbol.asyncDispose]() {
      (await search.made?.catch(() => undefined))?.jail?.close();
    },
  });
}
