import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SavedPastes } from "../src/input/saved-pastes.ts";
import { folder, keys, numbered, openEditor } from "./support/prompt-editor.ts";

test("a long paste stands as a label and is sent in full", async () => {
  const { home, editor, type, shown } = await openEditor();
  const pasted = numbered(200);

  type("see ");
  editor.paste(pasted.replaceAll("\n", "\r"));
  type(" please");
  expect(shown()).toEqual(["› see [Pasted 200 lines] please"]);
  const action = type(keys.enter);

  expect(action).toEqual({
    type: "submit",
    text: "see [Pasted 200 lines] please",
    input: `see ${pasted} please`,
  });
  const [file = ""] = readdirSync(join(home, "pastes"));
  expect(readFileSync(join(home, "pastes", file), "utf8")).toBe(pasted);
  expect(statSync(join(home, "pastes", file)).mode & 0o777).toBe(0o600);
});

test("several pastes are numbered, and each is deleted as one character", async () => {
  const { editor, type } = await openEditor();
  editor.paste(numbered(5));
  editor.paste("x".repeat(2_000));
  editor.paste(numbered(6));
  expect(editor.text).toBe("[Pasted 5 lines][Pasted 2000 characters #2][Pasted 6 lines #3]");

  type(keys.left, keys.backspace, keys.end);

  expect(editor.text).toBe("[Pasted 5 lines][Pasted 6 lines #3]");
  expect(type(keys.enter)).toMatchObject({ input: [{ type: "text", text: numbered(5) + numbered(6) }] });
});

test("no key ends within a label", async () => {
  const { editor, type } = await openEditor();
  editor.paste(numbered(5));

  for (const go of [keys.left, keys.home, "\u001bb", "\u001bf", keys.up, keys.down, keys.control("]")])
    type(go, "s", keys.end);
  type(keys.enter);
  type(keys.up);

  expect(editor.expandedText).toContain(numbered(5));
});

test("what was pasted and then sent is no command, whatever it begins with", async () => {
  const { editor, type } = await openEditor();

  editor.paste(`/quit\n${numbered(5)}`);

  expect(type(keys.enter)).toMatchObject({ input: [{ type: "text" }] });
});

test("a message that is recalled has its pastes again; without their file it says so", async () => {
  const { home, editor, type } = await openEditor();
  editor.paste(numbered(7));
  type(" explain", keys.enter);

  type(keys.up);
  expect(editor.text).toBe("[Pasted 7 lines] explain");
  expect(editor.expandedText).toBe(`${numbered(7)} explain`);
  const next = await openEditor({}, { home });
  rmSync(join(home, "pastes"), { recursive: true });
  next.type(keys.up);

  expect(next.editor.text).toBe("[Pasted 7 lines: no longer kept] explain");
});

test("Ctrl-O beside a paste shows it in full", async () => {
  const { editor, type } = await openEditor();
  editor.paste(numbered(5));

  expect(type(keys.control("o"))).toBeUndefined();

  expect(editor.text).toBe(numbered(5));
});

test("pastes that nobody used for 30 days are removed", () => {
  const home = folder();
  let now = Date.UTC(2026, 0, 1);
  const pastes = new SavedPastes(join(home, "pastes"), () => now);
  pastes.keepText("old");
  now += 20 * 86_400_000;
  const recent = pastes.keepText("recent");
  now += 11 * 86_400_000;

  const newest = pastes.keepText("newest");

  const left = readdirSync(join(home, "pastes")).map((name) => join(home, "pastes", name));
  expect(left.toSorted()).toEqual([recent, newest].toSorted());
});

test("a short paste stands as it is, tabs included, and nothing of it moves the cursor", async () => {
  const { editor, type, shown } = await openEditor();

  editor.paste("all:\r\n\tgo build \u001b[31mred\u001b[0m\u009b2J");

  expect(editor.text).toBe("all:\n\tgo build red");
  expect(shown()).toEqual(["› all:", "… →go build red"]);
  expect(type(keys.enter)).toMatchObject({ input: "all:\n\tgo build red" });
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==",
  "base64",
);

test.for([
  ["as it is", (path: string) => path],
  ["in quotes", (path: string) => `'${path}' `],
  ["with backslashes", (path: string) => path.replaceAll(" ", "\\ ")],
  ["as an address", (path: string) => `file://${path.replaceAll(" ", "%20")}`],
] as const)("a path of an image that is dropped %s becomes an image of the message", async ([, written]) => {
  const { home, editor, type } = await openEditor();
  const path = join(home, "my shot.png");
  writeFileSync(path, png);

  type("what is ");
  editor.paste(written(path));
  type("?");
  expect(editor.text).toBe("what is [Image my shot.png 3x2]?");

  expect(type(keys.enter)).toMatchObject({
    input: [
      { type: "text", text: "what is [Image my shot.png 3x2]" },
      { type: "image", mediaType: "image/png", data: png.toString("base64") },
      { type: "text", text: "?" },
    ],
  });
});

test("/image attaches a file to the message that is written next", async () => {
  const { home, editor, type } = await openEditor();
  writeFileSync(join(home, "shot.jpg"), png);

  expect(type("/image shot.jpg", keys.enter)).toBeUndefined();

  expect(editor.text).toBe("[Image shot.jpg 3x2]");
});

test.each([
  ["what is @shot.png?", "what is [Image shot.png 3x2]?", true],
  ['(@file:"my shot.png") and @./shot.png.', "([Image my shot.png 3x2]) and [Image shot.png 3x2 #2].", true],
  ["@shot.png:1-3 ann@shot.png @shot.png.txt @gone.png", undefined, false],
  ["/goal draw @shot.png", undefined, false],
])("an image that is mentioned goes with the message: %s", async (typed, shown, isAttached) => {
  const { home, type } = await openEditor();
  for (const name of ["shot.png", "my shot.png"]) writeFileSync(join(home, name), png);

  type(typed);
  const action = type(keys.enter);

  expect(action).toMatchObject({ type: "submit", text: shown ?? typed });
  const input = action?.type === "submit" ? action.input : "";
  expect(JSON.stringify(input).includes('"image/png"')).toBe(isAttached);
});

test("what is no image is not attached, nor one that the model does not take, and the person hears why", async () => {
  const { home, editor, type, remarks } = await openEditor({}, { takesImages: false });
  writeFileSync(join(home, "text.png"), "words");
  writeFileSync(join(home, "huge.png"), png);
  truncateSync(join(home, "huge.png"), 51_000_000);
  writeFileSync(join(home, "good.png"), png);

  for (const name of ["missing.png", "text.png", "huge.png"]) type(`/image ${name}`, keys.enter);
  type("/image good.png", keys.enter);

  expect(editor.text).toBe("");
  expect(remarks).toEqual([
    expect.stringContaining("Cannot read"),
    "text.png is no PNG, JPEG, GIF or WebP image.",
    "huge.png has 51.0 MB; an image may have 50.0 MB. Make it smaller.",
    expect.stringContaining("takes no images"),
  ]);
});

test("a path that is no image is pasted as text", async () => {
  const { home, editor } = await openEditor();

  editor.paste(join(home, "missing.png"));

  expect(editor.text).toBe(join(home, "missing.png"));
});
