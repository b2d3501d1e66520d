import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mrkdwnSections, renderSlack } from "../../../src/platforms/slack/mrkdwn.ts";
import { mrkdwnToMarkdown } from "../../../src/platforms/slack/mrkdwn-to-markdown.ts";

describe("its dialect", () => {
  test.each([
    ["**bold** and *thin* and ~~gone~~", "*bold* and _thin_ and ~gone~"],
    ["# Head & <b>", "*Head &amp; &lt;b&gt;*"],
    ["[a|b](https://a.example/?x=1&y=2)", "<https://a.example/?x=1&amp;y=2|a¦b>"],
    ["`a < b`", "`a &lt; b`"],
    ["```js\na && b\n```", "```\na &amp;&amp; b\n```"],
    ["<!channel> <@U1>", "&lt;!channel&gt; &lt;@U1&gt;"],
  ])("%j is %j", (markdown, text) => {
    expect(renderSlack(markdown).text).toBe(text);
  });

  test("whatever is written, only links are in angle brackets, so that nobody is called", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.constantFrom("<!channel>", "<@U1>", "[x](<https://a|b>)", "`<!here>`"),
        (one, two) => {
          const { text } = renderSlack(`${one}${two}${one}`);
          expect(text.replace(/<(?:https?|mailto|tel|tg):[^<>|]*\|[^<>|]*>/gi, "")).not.toMatch(
            /[<>](?! |$)/m,
          );
        },
      ),
    );
  });

  test("text without marks comes back as it was, and nothing that is said throws", () => {
    fc.assert(
      fc.property(fc.string(), (said) => {
        mrkdwnToMarkdown(said, new Map());
        const plain = said.replace(/[*~`]/g, "");
        const sent = plain.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
        expect(mrkdwnToMarkdown(sent, new Map())).toBe(plain);
      }),
    );
  });

  test("sections are as long as Slack takes, and hold all words", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), fc.integer({ min: 20, max: 60 }), (text, max) => {
        const sections = mrkdwnSections(text, max);
        for (const section of sections) expect(section.length).toBeLessThanOrEqual(max);
        const words = (of: string): string => of.replace(/[\s`]/g, "");
        expect(words(sections.join(""))).toBe(words(text));
      }),
    );
  });
});
