import { execFile } from "node:child_process";

/** What `gh auth token` prints. Undefined where the program isn't there, or nobody is logged in. */
export async function askGh(
  env: Readonly<Record<string, string | undefined>>,
  { signal }: { readonly signal: AbortSignal },
): Promise<string | undefined> {
  return await new Promise((resolve) => {
    const options = { env: { ...env, GH_PROMPT_DISABLED: "1" }, signal, timeout: 5_000, maxBuffer: 10_000 };
    execFile("gh", ["auth", "token"], options, (error, output) => {
      // Without gh there are other ways; none of its failures is a reason to stop.
      resolve(error === null ? output : undefined);
    });
  });
}
