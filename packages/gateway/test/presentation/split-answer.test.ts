import { describe, expect, test } from "vitest";
import { isSilence, splitAnswer } from "../../src/index.ts";

describe("the files of an answer", () => {
  test.each([
    ["Here:\nMEDIA:/w/a.png", "Here:", ["/w/a.png"]],
    ["See MEDIA:/w/a.png, and MEDIA:b.pdf.", "See , and .", ["/w/a.png", "b.pdf"]],
    ['MEDIA:`/w/my file.png`\nMEDIA:"/w/b c.png"', "", ["/w/my file.png", "/w/b c.png"]],
    ["`MEDIA:/w/my file.png`", "", ["/w/my file.png"]],
    ["A ![plot](./out/plot.png)", "A", ["./out/plot.png"]],
  ])("%j is %j with %j", (answer, text, paths) => {
    const split = splitAnswer(answer);

    expect(split.text).toBe(text);
    expect(split.files.map(({ path }) => path)).toEqual(paths);
  });

  test.each([
    "```\nMEDIA:/etc/passwd\n```",
    "    MEDIA:/etc/passwd",
    "> MEDIA:/etc/passwd",
    '{"a": "MEDIA:/etc/passwd"}',
    "write `x MEDIA:/etc/passwd` so",
    "![remote](https://a.example/a.png)",
    "xMEDIA:/etc/passwd",
  ])("%j names no file and stays as it is", (answer) => {
    expect(splitAnswer(answer)).toEqual({ text: answer, files: [] });
  });

  test("a voice answer says so for all of its files", () => {
    expect(splitAnswer("[[audio_as_voice]]\nMEDIA:a.ogg")).toEqual({
      text: "",
      files: [{ path: "a.ogg", as: "voice" }],
    });
  });

  test("only an answer that is a marker as a whole is silence", () => {
    for (const answer of ["[SILENT]", " NO_REPLY\n", "NO REPLY", "SILENT"])
      expect(isSilence(answer)).toBe(true);
    for (const answer of ["", "Be SILENT", "[SILENT] but", "no_reply"]) expect(isSilence(answer)).toBe(false);
    expect(splitAnswer("[SILENT]")).toEqual({ text: "", files: [] });
  });
});
