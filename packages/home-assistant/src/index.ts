/** Tools for a smart home: entities, states and services of Home Assistant. */
export { createHomeClient } from "./home-client.ts";
export type { AskOptions, HomeClient, HomeClientOptions } from "./home-client.ts";
export { homeTools } from "./home-tools.ts";
export type { HomeToolOptions } from "./tools/home-action.ts";
export { blockedDomains } from "./service-call.ts";
