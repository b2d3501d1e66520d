/** For providers of one's own: a protocol becomes a model with retries, limits of time, exact bytes and error kinds. */
export { ApiError } from "../providers/api-error.ts";
export { checkOptions, httpModelOptions } from "../providers/check-options.ts";
export type { OptionRules } from "../providers/check-options.ts";
export { httpModel } from "../providers/http-model.ts";
export type { DecoderContext, HttpModelOptions, Protocol } from "../providers/http-model.ts";
export { givenHeaders } from "../providers/provider-client.ts";
export type { FailedAnswer, ProviderClient } from "../providers/provider-client.ts";
export { newCallId, ToolCallSlots } from "../providers/tool-call-slots.ts";
export type { CallSlot, ToolCallPiece } from "../providers/tool-call-slots.ts";
export type {
  CacheMark,
  ClosingWriter,
  Output,
  TurnPart,
  WireCall,
  WireFormat,
  WireResult,
  WireWriter,
} from "../render/wire-format.ts";
export { isBlank, jsonData, jsonText } from "../render/wire-text.ts";
export { keptWireTools } from "../render/wire-tools.ts";
export type { SchemaDialect, WireTool, WireTools } from "../render/wire-tools.ts";
export type { AnswerDecoder } from "../transport/answer-decoder.ts";
export type { BodyReader, BodyReaderOptions, OpenBodyReader } from "../transport/body-reader.ts";
export { countAt, isRecord, listAt, recordAt, textAt } from "../transport/json-fields.ts";
export type { JsonRecord } from "../transport/json-fields.ts";
export type { Fetch, PostTarget } from "../transport/post.ts";
