import type { Model } from "@hermes/models";

/** Whichever model it is when it is asked, as one. */
export function followModel(current: () => Model): Model {
  return {
    get id() {
      return current().id;
    },
    get provider() {
      return current().provider;
    },
    get contextWindow() {
      return current().contextWindow;
    },
    get maxOutputTokens() {
      return current().maxOutputTokens;
    },
    get price() {
      return current().price;
    },
    get cacheTtlMs() {
      return current().cacheTtlMs;
    },
    stream: (request, options) => current().stream(request, options),
  };
}
