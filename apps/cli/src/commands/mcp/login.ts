import { exitCodes } from "../../host.ts";
import { wrap } from "../../render/wrap.ts";
import { visibleText } from "../../render/visible-text.ts";
import type { McpContext, McpDesk } from "./mcp-desk.ts";

export interface LoginFlags {
  /** False: `--no-open`. */
  readonly open?: boolean | undefined;
}

/** `hermes mcp login`: in a browser, or by what is pasted where there is none. */
export async function logInTo(
  name: string,
  { open }: LoginFlags,
  { host, withMcp, openBrowser }: McpDesk,
): Promise<number> {
  return await withMcp(async (context) => {
    const say = (line: string): void => void host.stderr.write(`${line}\n`);
    await context.mcp.login(name, {
      signal: context.signal,
      async open(url) {
        say(`Open this page in a browser, and say yes there:\n\n  ${visibleText(url)}\n`);
        const opened = open !== false && (await openBrowser(url));
        if (opened) say("It was opened in your browser.");
        say(
          context.questions === undefined
            ? "Waiting for the browser; Ctrl-C ends it."
            : "If that browser runs on another machine, it can't show its last page: paste the address of that page here.",
        );
        return opened;
      },
      paste: context.questions && pasteBy(context.questions, context),
    });
    host.stdout.write(`Logged in to ${name}.\n`);
    return exitCodes.ok;
  });
}

function pasteBy(
  questions: NonNullable<McpContext["questions"]>,
  { leave }: McpContext,
): (options: { readonly signal: AbortSignal; readonly wrong?: string }) => Promise<string> {
  return async ({ signal, wrong = "" }) => {
    const outcome = await questions.put(
      {
        question: "The address of that page?",
        prompt: "Address:",
        said: (columns) =>
          wrap(`${wrong} Paste it when the browser has ended there.`.trimStart(), { columns }),
        choices: [],
        ownWords: "address",
        allowEmpty: true,
      },
      { signal },
    );
    if (outcome.type !== "words") leave();
    return outcome.type === "words" ? outcome.text : "";
  };
}

/** `hermes mcp logout`. */
export async function logOutOf(name: string, { host, withMcp }: McpDesk): Promise<number> {
  return await withMcp(async ({ mcp }) => {
    const was = await mcp.logout(name);
    host.stdout.write(was ? `Logged out of ${name}.\n` : `Nobody was logged in to ${name}.\n`);
    return exitCodes.ok;
  });
}
