import { Lexer } from "marked";
import { expect, test } from "vitest";
import { titleOf } from "../src/canvas/title-of.ts";
import { BlockReader, readBlock } from "../src/markdown/blocks.ts";
import { isPicture, linkAddress } from "../src/markdown/link-address.ts";
import { random } from "./support/random.ts";
import { xssPayloads } from "./support/xss-payloads.ts";

test.each([
  ["https://аррӏе.example/", "xn--80ak6aa92e.example"],
  ["https://bank.example@evil.example/", "evil.example"],
  ["HTTPS://Example.ORG", "example.org"],
  ["mailto:a%40b@example.org", "a@b@example.org"],
])("of %s a person sees %s", (address, place) => {
  expect(linkAddress(address)?.place).toBe(place);
});

test("only whole addresses of the web and of mail are links, and only pictures of pixels are pictures", () => {
  const payloads = xssPayloads("http://127.0.0.1:1");

  const led = payloads.flatMap((each) => linkAddress(each)?.href ?? []);

  expect(led.length).toBeGreaterThan(0);
  expect(
    led.filter((each) => !/^(?:https?:\/\/|mailto:)[^\s"'<>`]*$/.test(each.replaceAll("'", ""))),
  ).toEqual([]);
  expect(payloads.filter(isPicture)).toEqual([]);
});

test("reading a text piece by piece gives what reading it at once gives", () => {
  const next = random(7);
  const pieces = [
    "# a\n",
    "- x\n",
    "  - y\n",
    "\n",
    "\n\n",
    "```js\n",
    "```\n",
    "> q\n",
    "|a|b|\n",
    "|-|-|\n",
    "[r]\n",
  ];
  const more = [
    "[r]: https://a.b\n",
    "text\n",
    "**b",
    "**",
    "    code\n",
    "===\n",
    "1. z\n",
    "<div>\n",
    "\r\n",
    "~~~\n",
  ];
  for (let round = 0; round < 400; round++) {
    const all = [...pieces, ...more];
    const parts = Array.from({ length: 3 + next(20) }, () => all[next(all.length)] ?? "");
    const reader = new BlockReader();
    let text = "";
    for (const part of parts) reader.read((text += part));
    const read = reader.read(text);

    const whole = new Lexer({ gfm: true }).lex(text.replaceAll(/\r\n?/g, "\n"));
    expect(read.blocks.flatMap((block) => readBlock(block, read.links))).toEqual([...whole]);
  }
});

test.each([
  ["html", "<!doctype html><TITLE lang=en>\n A  page </TITLE>", "A page"],
  ["svg", "<svg><title>A circle</title></svg>", "A circle"],
  ["markdown", "Text\n\n## The *plan*  ##\n", "The *plan*"],
  ["html", "<p>x", undefined],
  ["html", "<title></title>", undefined],
  ["text", "<title>x</title>", undefined],
] as const)("a document of %s that says %j has the title %j", (kind, text, title) => {
  expect(titleOf(kind, text)).toBe(title);
});
