import { join } from "node:path";
import type { Browsers, PageActionJudge } from "@hermes/browser";
import type { RuntimeParts } from "../runtime-parts.ts";
import { safeName } from "../safe-name.ts";
import { sitesOf } from "../web/open-home-web.ts";
import { createBrowserEgress } from "./browser-egress.ts";

export type BrowserParts = Pick<RuntimeParts, "options" | "env" | "homedir" | "permissions" | "written">;

/** The browser of this home. Loads and starts next to nothing before a tool opens a page. */
export async function openHomeBrowsers(parts: BrowserParts): Promise<Browsers> {
  const { options, env, written } = parts;
  const { home, settings } = options.loaded;
  const { browser, network } = settings;
  const { openBrowsers } = await import("@hermes/browser/tools");
  return openBrowsers({
    backend: browser.backend,
    egress: createBrowserEgress({
      ...{ allow: network.allow_private, resolve: options.resolveHost, sites: sitesOf(parts) },
    }),
    env,
    executable: browser.executable,
    headless: browser.headless,
    profile: browser.profile,
    // Logins: no tool reads what lies there.
    profilesFolder: join(home, "credentials", "browser"),
    cdpUrl: browser.cdp_url,
    personal: browser.cdp_own_context,
    browserbase: browserbaseOf(parts),
    folderOf: (taskId) => join(home, "results", safeName(taskId), "browser"),
    onFile: async (path, source) => await written.note([path], [source]),
    commandTimeoutMs: browser.command_timeout * 1_000,
    idleMs: browser.inactivity_timeout * 1_000,
    dialogPolicy: dialogPolicies[browser.dialog_policy],
    dialogTimeoutMs: browser.dialog_timeout_s * 1_000,
  });
}

const dialogPolicies = {
  must_respond: "must_respond",
  auto_dismiss: "dismiss",
  auto_accept: "accept",
} as const;

function browserbaseOf({ env, options }: BrowserParts) {
  const [apiKey, projectId] = [env["BROWSERBASE_API_KEY"], env["BROWSERBASE_PROJECT_ID"]];
  if (!apiKey || !projectId) return undefined;
  return { apiKey, projectId, apiUrl: options.loaded.settings.browser.browserbase_url };
}

/** Whether untrusted content in the session may have asked for what is done in a page. */
export const judgePageAction: PageActionJudge = async (action, context) => {
  const { assessPageAction } = await import("@hermes/permissions");
  return await assessPageAction(action, context);
};
