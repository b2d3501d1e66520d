import { checkScheme } from "../address.ts";

/**
 * What a command of the DevTools protocol may do. Named is what is allowed: a domain that is not here reaches files, the machine,
 * other sites, other tabs, or what keeps pages from going where they may not.
 */
const allowed: Readonly<Record<string, RegExp>> = {
  Accessibility: /./,
  Animation: /./,
  Audits: /./,
  CSS: /./,
  DOM: /^(?!setFileInputFiles$|getFileInfo$)/,
  DOMDebugger: /./,
  DOMSnapshot: /./,
  Emulation: /./,
  Input: /^(?!dispatchDragEvent$)/,
  LayerTree: /./,
  Log: /./,
  Network:
    /^(enable|disable|getResponseBody|getRequestPostData|getCookies|searchInResponseBody|setCacheDisabled|clearBrowserCache|setUserAgentOverride|setExtraHTTPHeaders|emulateNetworkConditions|getCertificate|getSecurityIsolationStatus)$/,
  Overlay: /./,
  Page: /^(?!setDownloadBehavior$|handleFileChooser$|setInterceptFileChooserDialog$|close$|crash$|setBypassCSP$|setAdBlockingEnabled$)/,
  Performance: /./,
  Runtime: /^(?!addBinding$)/,
  Schema: /./,
  Target: /^getTargetInfo$/,
};

const reasons: Readonly<Record<string, string>> = {
  Browser: "it acts on the whole browser",
  Target: "it reaches other tabs and other browsers",
  Fetch: "it would change what pages may reach",
  IO: "it reads files",
  SystemInfo: "it looks at the machine",
  Storage: "it reaches cookies and data of other sites",
  Tracing: "it records the whole browser",
};

/**
 * Why a command is refused.
 *
 * @returns Undefined where it may run. Its addresses are then still to be checked by the egress policy.
 */
export function whyRefused(method: string, params: Readonly<Record<string, unknown>>): string | undefined {
  const [domain = "", command = ""] = method.split(".");
  const rule = Object.hasOwn(allowed, domain) ? allowed[domain] : undefined;
  if (command === "" || !/^[A-Za-z]+\.[A-Za-z]+$/.test(method))
    return `"${method.slice(0, 100)}" is no command: give Domain.command.`;
  if (rule === undefined || !rule.test(command))
    return `${method} is not run: ${Object.hasOwn(reasons, domain) ? reasons[domain] : "it goes beyond the page"}.`;
  if (method === "Target.getTargetInfo" && params["targetId"] !== undefined)
    return "Target.getTargetInfo is not run for other targets: leave targetId out.";
  if (method === "Network.getCookies" && params["urls"] !== undefined)
    return "Network.getCookies is not run for other sites: leave urls out.";
  return undefined;
}

/**
 * Addresses that a command would open.
 *
 * @throws {HermesError} `BROWSER_BAD_ADDRESS` for one that is not http or https.
 */
export function addressesIn(params: Readonly<Record<string, unknown>>): readonly string[] {
  const urls = ["url", "URL"].flatMap((key) => {
    const value = params[key];
    return typeof value === "string" && value !== "" ? [value] : [];
  });
  urls.forEach(checkScheme);
  return urls;
}
