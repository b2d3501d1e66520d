/** Wires the gateway: settings, platforms, runtime. */
export { runGateway } from "./run-gateway.ts";
export type { RunGatewayOptions } from "./run-gateway.ts";
export { gatewayMigrations, openGatewayHome } from "./gateway-home.ts";
export type { GatewayHome, GatewayHomeOptions } from "./gateway-home.ts";
export { gatewayPaths } from "./gateway-paths.ts";
export type { GatewayPaths } from "./gateway-paths.ts";
export { gatewayOwner } from "./gateway-owner.ts";
export type { GatewayOwner } from "./gateway-owner.ts";
export { readGatewayState } from "./gateway-state.ts";
export type { GatewayState } from "./gateway-state.ts";
export { platformLine } from "./platform-line.ts";
export { servedPlatforms } from "./served-platforms.ts";
export type { PlatformProblem, ServedPlatforms } from "./served-platforms.ts";
export { gatewayReport } from "./gateway-report.ts";
export type { GatewayReport, GatewayReportOptions } from "./gateway-report.ts";
export { setVariables } from "./env-file.ts";
export { tryTelegram } from "./try-telegram.ts";
export type { TriedToken } from "./try-telegram.ts";
