import type { FoundHubSkills, HubInstall, HubInstalled, HubPlan } from "@hermes/client/contract";

/** Skills of others, on the word of a person. */
export interface HubPort {
  /** An empty query: what there is. */
  search(
    query: string,
    options: { readonly limit: number; readonly signal: AbortSignal },
  ): Promise<FoundHubSkills>;
  /** Fetches and scans; writes nothing. @throws {HermesError} `HUB_…` */
  inspect(reference: string, options: { readonly signal: AbortSignal }): Promise<HubPlan>;
  /** @throws {HermesError} `HUB_CHANGED` where it is not what was shown; `HUB_REFUSED` with the reason. */
  install(wanted: HubInstall, options: { readonly signal: AbortSignal }): Promise<HubInstalled>;
  installed(): Promise<readonly HubInstalled[]>;
  /** @returns false where none of that name is installed. */
  uninstall(name: string): Promise<boolean>;
}
