export { definePlugin } from "./author/plugin-parts.ts";
export type {
  Later,
  PluginAudio,
  PluginBackend,
  PluginCommand,
  PluginContextEngine,
  PluginHooks,
  PluginInbound,
  PluginMemory,
  PluginModelEvent,
  PluginModelRequest,
  PluginModels,
  PluginOutbound,
  PluginParts,
  PluginPlatform,
  PluginProgram,
  PluginSearch,
  PluginSection,
  PluginSent,
  PluginSpeaker,
  PluginTool,
  PluginTranscriber,
} from "./author/plugin-parts.ts";
export type { PluginContext, SettingValue } from "./author/plugin-context.ts";
export type { HookAnswers, HookEvents } from "./hooks/hook-events.ts";
