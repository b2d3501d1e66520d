/** What `gh auth token` prints. Undefined where the program isn't there, or nobody is logged in. */
export async function askGh(
  env: Readonly<Record<string, string | undefined>>,
  { signal }: { readonly signal: AbortSignal },
): Promise<string | undefined> {
  const { execa } = await import("execa");
  const { failed, stdout } = await execa("gh", ["auth", "token"], {
    env: { ...env, GH_PROMPT_DISABLED: "1" },
    extendEnv: false,
    stdin: "ignore",
    timeout: 5_000,
    cancelSignal: signal,
    maxBuffer: 10_000,
    reject: false,
  });
  // Without gh there are other ways; none of its failures is a reason to stop.
  return failed ? undefined : stdout;
}
