export { isHookEvent, hookEventNames } from "./hook-events.ts";
export type { HookAnswers, HookBlock, HookEventName, HookEvents } from "./hook-events.ts";
export { jsonHooks } from "./json-hooks.ts";
export type { JsonHooksOptions } from "./json-hooks.ts";
export { programAnswer } from "./program-answer.ts";
export type { ProgramOutput } from "./program-answer.ts";
export { eventNamed, matchesTool, readHooks } from "./program-hook.ts";
export type { ProgramHook, ReadHooks, WrittenHook } from "./program-hook.ts";
export { askProgram, programHooks } from "./program-hooks.ts";
export type { ProgramHooksOptions, RunHook } from "./program-hooks.ts";
export {
  gatewayHandlers,
  gatewayHookFile,
  hearsGatewayEvent,
  parseCommandVerdict,
  parseGatewayHook,
} from "./gateway-hook.ts";
export type { CommandVerdict, GatewayHook } from "./gateway-hook.ts";
