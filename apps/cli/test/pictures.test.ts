import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { madePng } from "./support/made-png.ts";
import { personWithModel } from "./support/scripted-person.ts";
import { missingTmux, openTmux } from "./support/tmux.ts";

/** What the provider of the tests takes, which nothing is known of. */
const maxBase64Chars = 4_000_000;

/** Loaded before Hermes: the package `sharp` is not there. */
const withoutSharp = `require("node:module").registerHooks({
  resolve(name, context, next) {
    if (name === "sharp") throw Object.assign(new Error("Cannot find package 'sharp'"), { code: "ERR_MODULE_NOT_FOUND" });
    return next(name, context);
  },
});`;

async function personWithPicture() {
  const person = await personWithModel(() => ({ text: "It is noise." }));
  const path = join(person.project, "shot.png");
  writeFileSync(path, madePng(2_300, 2_300));
  return { ...person, path };
}

describe.skipIf(missingTmux !== undefined)(`in tmux (${missingTmux ?? "there is one"})`, () => {
  test.each([
    ["mentioned", "@shot.png"],
    ["dropped", undefined],
  ])("a picture of five megabytes that is %s reaches the model made smaller", async (_, typed) => {
    const person = await personWithPicture();
    const tmux = openTmux(person, { columns: 80, rows: 24 });

    await tmux.shows("›");
    if (typed === undefined) tmux.paste(person.path);
    else tmux.key("-l", typed);
    tmux.key("-l", " what is it?");
    tmux.key("Enter");
    await tmux.shows("It is noise.");

    const body = JSON.stringify(person.server.requests[0]?.body);
    const [, data = ""] = /data:image\/\w+;base64,([^"]+)/.exec(body) ?? [];
    expect(data.length).toBeGreaterThan(1_000);
    expect(data.length).toBeLessThanOrEqual(maxBase64Chars);
    expect(tmux.everything().join("\n")).toContain("[Image shot.png 2300x2300] what is it?");
  });

  test("without sharp the picture is left out, and it is said what to install", async () => {
    const person = await personWithPicture();
    const hooks = join(person.project, "..", "without-sharp.cjs");
    writeFileSync(hooks, withoutSharp);
    const env = { ...person.env, NODE_OPTIONS: `--require=${hooks}` };
    const tmux = openTmux({ ...person, env }, { columns: 200, rows: 24 });

    await tmux.shows("›");
    tmux.key("-l", "@shot.png what is it?");
    tmux.key("Enter");
    await tmux.shows("npm install sharp");
    await tmux.shows("It is noise.");

    expect(JSON.stringify(person.server.requests[0]?.body)).not.toContain("base64,");
  });
});
