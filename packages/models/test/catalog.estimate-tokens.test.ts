import fc from "fast-check";
import { expect, test } from "vitest";
import { estimateMessageTokens, estimateRequestTokens, estimateTokens, type Message } from "../src/index.ts";
import { runs } from "./support/runs.ts";

// About what current vocabularies count.
test.each([
  ["The quick brown fox jumps over the lazy dog and runs away into the dark forest.", 17],
  ["快速的棕色狐狸跳过懒狗然后跑进黑暗的森林里", 20],
  ["いろはにほへと ちりぬるを わかよたれそ つねならむ", 25],
  ["Быстрая коричневая лиса прыгает через ленивую собаку", 15],
])("%s counts about %i tokens", (text, real) => {
  expect(estimateTokens(text)).toBeGreaterThan(real * 0.6);
  expect(estimateTokens(text)).toBeLessThan(real * 1.7);
});

test("a long text is judged by samples and comes out as its parts do", () => {
  const part = "const answer = 42; // 答えは四十二です\n";
  const long = part.repeat(5000);

  const ratio = estimateTokens(long) / (estimateTokens(part) * 5000);
  expect(ratio).toBeGreaterThan(0.85);
  expect(ratio).toBeLessThan(1.15);
});

test("an estimate lies between a fifth of a token and one token for each character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 3000 }), (text) => {
      const tokens = estimateTokens(text);
      expect(tokens).toBeGreaterThanOrEqual(text.length / 5);
      expect(tokens).toBeLessThanOrEqual(text.length);
    }),
    runs(3000),
  );
});

test("nothing costs nothing", () => {
  expect(estimateTokens("")).toBe(0);
});

test("a request counts its prompt, its tools, and every part of its messages", () => {
  const image = { type: "image", mediaType: "image/png", data: "x".repeat(100_000) } as const;
  const messages: readonly Message[] = [
    { role: "user", content: [{ type: "text", text: "a".repeat(400) }, image] },
    {
      role: "assistant",
      content: [{ type: "tool-call", id: "1", name: "read", arguments: "b".repeat(400) }],
    },
    {
      role: "tool",
      callId: "1",
      name: "read",
      content: "c".repeat(400),
      notes: ["d".repeat(40)],
      images: [image],
    },
  ];

  expect(messages.map(estimateMessageTokens)).toEqual([4 + 100 + 1500, 4 + 1 + 100 + 4, 4 + 100 + 10 + 1500]);
  const tools = [{ name: "t", description: "e".repeat(4000), parameters: {} }];
  const total = estimateRequestTokens({ system: "s".repeat(40), tools, messages });
  expect(total).toBeGreaterThan(1604 + 109 + 1614 + 10 + 1000);
  expect(total).toBeLessThan(1604 + 109 + 1614 + 10 + 1030);
});

test("a file counts by its size where it is here, and as a few pages where it is not", () => {
  const tokens = (source: { readonly data: string } | { readonly url: string }, mediaType: string): number =>
    estimateMessageTokens({ role: "user", content: [{ type: "file", mediaType, ...source }] });

  expect(tokens({ data: "x".repeat(80_000) }, "application/pdf")).toBe(4 + 2500);
  expect(tokens({ data: "x".repeat(800_000) }, "application/pdf")).toBe(4 + 25_000);
  expect(tokens({ data: "x".repeat(4000) }, "text/markdown")).toBe(4 + 750);
  expect(tokens({ url: "https://example.org/a.pdf" }, "application/pdf")).toBe(4 + 4000);
});
