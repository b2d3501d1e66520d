import { expect, onTestFinished, test } from "vitest";
import type { Backend } from "../../src/index.ts";
import { uniqueMark } from "../../src/testing/command-contract.ts";
import { countProcesses } from "../local-place.ts";
import { until } from "../until.ts";
import type { FakeSandbox, FakeSandboxes } from "./fake-sandboxes.ts";

const taskId = "task";

export interface CloudRulesOptions {
  readonly sandboxes: () => FakeSandboxes;
  readonly open: (options: {
    readonly keepAs?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly forwardEnv?: readonly string[];
    /** What lets in; undefined: the right one. */
    readonly key?: string;
  }) => Backend;
  /** What is left of a sandbox that was kept and that nobody uses. */
  readonly asleep: FakeSandbox["state"];
}

/** What holds for every service that lends sandboxes. */
export function cloudRules({ sandboxes, open, asleep }: CloudRulesOptions): void {
  function opened(options: Parameters<typeof open>[0] = {}): Backend {
    const backend = open(options);
    onTestFinished(() => backend.dispose());
    return backend;
  }
  const states = (): string[] => [...sandboxes().all.values()].map(({ state }) => state);

  test("a sandbox is made with the first command and is gone after dispose", async () => {
    const backend = opened();
    const before = states();
    const { output } = await backend.exec("echo here", { taskId });
    const during = states();
    await backend.dispose();

    expect([before, output, during, states()]).toEqual([[], "here\n", ["started"], []]);
    expect(backend.capabilities).toMatchObject({ isolated: true, reattach: false });
  });

  test("a sandbox that is kept is found again, also by two at once, and sleeps in between", async () => {
    const first = opened({ keepAs: "mine" });
    await first.exec("touch ~/installed", { taskId });
    await first.dispose();
    const between = states();
    const [second, third] = [opened({ keepAs: "mine" }), opened({ keepAs: "mine" })];
    const found = await second.exec("ls ~/installed", { taskId });
    await third.exec("true", { taskId });
    await second.dispose();
    const beside = await third.exec("ls ~/installed", { taskId });
    await third.dispose();

    expect(between).toEqual([asleep]);
    expect([found.exitCode, beside.exitCode, beside.notice]).toEqual([0, 0, undefined]);
    expect(states()).toEqual([asleep]);
    for (const sandbox of sandboxes().all.values()) await sandboxes().remove(sandbox);
  });

  test("nothing of this machine's environment gets there but what is forwarded", async () => {
    const env = { API_TOKEN: "it's for it", OTHER_TOKEN: "not-for-it" };
    const backend = opened({ env, forwardEnv: ["API_TOKEN"] });
    const { output } = await backend.exec("env", { taskId });
    const later = await backend.exec('echo "$API_TOKEN"', { taskId });

    expect(output).toContain("API_TOKEN=it's for it");
    expect(output).not.toMatch(/OTHER_TOKEN|not-for-it/);
    expect(later.output).toBe("it's for it\n");
    expect(backend.forwarded).toEqual(["API_TOKEN"]);
  });

  test("a sandbox that vanished is made anew, and the next result says what was lost", async () => {
    const backend = opened();
    await backend.exec("cd /tmp; export A=1", { taskId });
    for (const sandbox of sandboxes().all.values()) await sandboxes().remove(sandbox);
    const next = await backend.exec('echo "${A-none}"; pwd', { taskId });
    const later = await backend.exec("true", { taskId });

    expect(next.output).toBe(`none\n${sandboxes().root}\n`);
    expect(next.notice).toMatch(/sandbox was gone.*variables of this shell are lost/);
    expect(later.notice).toBeUndefined();
  });

  test("a command whose sandbox vanishes under it says so and runs no second time", async () => {
    const backend = opened();
    let starts = 0;
    let vanishing: Promise<unknown> | undefined;
    const result = await backend.exec("echo started; sleep 30", {
      taskId,
      onOutput: () => {
        starts += 1;
        vanishing = Promise.all([...sandboxes().all.values()].map((sandbox) => sandboxes().remove(sandbox)));
      },
    });

    await vanishing;

    expect([result.output, result.exitCode, starts]).toEqual(["started\n", null, 1]);
    expect(result.notice).toMatch(/lost while it ran/);
  });

  test("an interrupt ends the processes there, also those that left their group", async () => {
    const mark = uniqueMark();
    const controller = new AbortController();
    const backend = opened();
    const running = backend.exec(`setsid sleep 30.${mark} & sleep 31.${mark}`, {
      taskId,
      signal: controller.signal,
    });
    await until(async () => (await countProcesses(mark)) === 2);
    controller.abort();

    expect((await running).interrupted).toBe(true);
    expect(await countProcesses(mark)).toBe(0);
  });

  test("a key that is not accepted is said, and nothing is made", async () => {
    const backend = opened({ key: "wrong" });

    await expect(backend.exec("true", { taskId })).rejects.toMatchObject({ code: "BACKEND_LOGIN_REFUSED" });
    expect(states()).toEqual([]);
  });

  test("a missing key is said with the names of the variables", async () => {
    const backend = opened({ key: "" });

    await expect(backend.exec("true", { taskId })).rejects.toMatchObject({
      code: "BACKEND_KEY_MISSING",
      hint: expect.stringMatching(/^Set [A-Z_]+/),
    });
  });
}
