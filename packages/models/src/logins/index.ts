/** Logins to providers of models: with a code on another device, or in a browser. */
export { browserLogin } from "./browser-login.ts";
export type { BrowserLoginOptions } from "./browser-login.ts";
export { deviceLogin } from "./device-login.ts";
export type { DeviceLoginOptions, DevicePrompt } from "./device-login.ts";
export { findLoginServer, loginServers } from "./login-server.ts";
export type { LoginServer, LoginSettings, UsableLoginServer } from "./login-server.ts";
export type { Login } from "./oauth.ts";
export { renewLogin } from "./renew-login.ts";
export { revokeLogin } from "./revoke-login.ts";
