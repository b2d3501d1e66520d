import { HermesError } from "@hermes/registry";
import * as z from "zod";
import type { BrowserbaseOptions, BrowserSettings } from "../browsers-options.ts";
import { connectCdp } from "./connect-cdp.ts";
import type { Engine } from "./engine.ts";

const session = z.looseObject({ id: z.string().min(1), connectUrl: z.url() });

/**
 * Opens one browser at Browserbase. It is ended there whatever happens here.
 *
 * @see https://docs.browserbase.com/reference/api/create-a-session
 */
export async function openBrowserbase(
  options: BrowserbaseOptions,
  settings: BrowserSettings,
): Promise<Engine> {
  const created = await call(options, settings, {
    path: "/v1/sessions",
    body: { projectId: options.projectId },
  });
  const { id, connectUrl } = await readSession(created);
  const release = async (): Promise<void> => {
    await call(options, settings, {
      path: `/v1/sessions/${encodeURIComponent(id)}`,
      body: { projectId: options.projectId, status: "REQUEST_RELEASE" },
    });
  };
  try {
    return await connectCdp({ kind: "browserbase", url: connectUrl, settings, onClosed: release });
  } catch (error) {
    await release().catch(() => undefined);
    throw error;
  }
}

interface Call {
  readonly path: string;
  readonly body: object;
}

async function call(
  { apiKey, apiUrl = "https://api.browserbase.com" }: BrowserbaseOptions,
  { fetch = globalThis.fetch, commandTimeoutMs }: BrowserSettings,
  { path, body }: Call,
): Promise<Response> {
  const response = await fetch(`${apiUrl.replace(/\/+$/, "")}${path}`, {
    method: "POST",
    headers: { "x-bb-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify(body),
    redirect: "error",
    signal: AbortSignal.timeout(commandTimeoutMs),
  }).catch((error: unknown) => {
    throw failure(`it can't be reached (${error instanceof Error ? error.message : String(error)})`, error);
  });
  if (response.ok) return response;
  await response.body?.cancel();
  throw failure(`it answered with status ${response.status}`);
}

async function readSession(response: Response): Promise<z.infer<typeof session>> {
  const parsed = session.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success) throw failure("its answer has no session that can be connected to");
  return parsed.data;
}

function failure(why: string, cause?: unknown): HermesError {
  return new HermesError(`Browserbase gave no browser: ${why}.`, {
    code: "BROWSER_NOT_CONNECTED",
    hint: "Check BROWSERBASE_API_KEY, BROWSERBASE_PROJECT_ID and the limits of the account.",
    cause,
  });
}
