import type { Model } from "@hermes/models";

/**
 * A model that answers by another stream. What it is, is read from `of` each time it is asked for: of several models it is
 * what the one is whose turn it is.
 */
export function withStream(of: () => Model, stream: Model["stream"]): Model {
  return {
    get id() {
      return of().id;
    },
    get provider() {
      return of().provider;
    },
    get contextWindow() {
      return of().contextWindow;
    },
    get maxOutputTokens() {
      return of().maxOutputTokens;
    },
    get price() {
      return of().price;
    },
    get cacheTtlMs() {
      return of().cacheTtlMs;
    },
    get takesOutputSchemas() {
      return of().takesOutputSchemas;
    },
    get abilities() {
      return of().abilities;
    },
    stream,
  };
}
