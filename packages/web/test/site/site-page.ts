import type { IncomingMessage, ServerResponse } from "node:http";

/** One address of the site of the tests. */
export interface SitePage {
  readonly path: string;
  /** What kind of page it is, for the report. */
  readonly shape: string;
  answer(request: IncomingMessage, response: ServerResponse): void;
  /** Sentences of its main text, each of which has to be read. */
  readonly main?: readonly string[] | undefined;
  /** Sentences around the main text that should not be read. */
  readonly around?: readonly string[] | undefined;
  /** What has to come of it. @default "text" */
  readonly gives?: "text" | "error" | "either" | undefined;
  /** Too slow for the default run. */
  readonly isHeavy?: boolean | undefined;
}

/** A page that is sent as it is. */
export function plainPage(
  page: Omit<SitePage, "answer"> & {
    readonly body: string | Uint8Array;
    readonly type?: string | undefined;
    readonly status?: number | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
  },
): SitePage {
  const { body, type = "text/html; charset=utf-8", status = 200, headers = {}, ...rest } = page;
  return {
    ...rest,
    answer(_request, response) {
      response.writeHead(status, { ...(type !== "" && { "content-type": type }), ...headers });
      response.end(body);
    },
  };
}
