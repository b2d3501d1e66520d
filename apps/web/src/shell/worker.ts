/** The one script that Trusted Types let be registered. */
interface ScriptPolicy {
  createScriptURL(url: string): string;
}

const file = "./sw.js";

/** Lets the page open without its server, and be told of news. A browser that can't, or may not here, goes without. */
export function startWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  void navigator.serviceWorker.register(scriptUrl(file)).catch(() => undefined);
}

function scriptUrl(url: string): string {
  const { trustedTypes } = globalThis as {
    // The types of the language have no Trusted Types yet.
    readonly trustedTypes?: {
      createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy;
    };
  };
  const policy = trustedTypes?.createPolicy("hermes", {
    createScriptURL(asked) {
      if (asked !== file) throw new TypeError(`"${asked}" is no script of this page.`);
      return asked;
    },
  });
  return policy?.createScriptURL(url) ?? url;
}
