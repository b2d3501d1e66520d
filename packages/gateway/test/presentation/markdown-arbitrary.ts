import fc from "fast-check";

const word = fc.oneof(
  { weight: 8, arbitrary: fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      "word",
      "**bold**",
      "_thin_",
      "`code`",
      "~~no~~",
      "a.b.",
      "end.",
      "<b>",
      "&",
      "a<b",
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "[text](https://a.example/x)",
      "[a b c](https://a.example/(y))",
      "https://long.example/with/path",
      "👩‍👩‍👧‍👦",
      "🇩🇪",
      "- x",
      "1. y",
      "# z",
      "**open",
      "`open",
      "[half](ht",
    ),
  },
);
const line = fc
  .array(word, { minLength: 1, maxLength: 20 })
  .map((words) => words.join(" ").replaceAll("\n", " "));
const block: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n")) },
  line.map((text) => `## ${text}`),
  fc
    .tuple(fc.constantFrom("ts", "", "python extra"), fc.array(line, { maxLength: 25 }))
    .map(
      ([info, lines]) =>
        `\`\`\`${info}\n${lines.map((each) => each.replaceAll("`", "'")).join("\n")}\n\`\`\``,
    ),
  fc
    .array(fc.tuple(fc.integer({ min: 0, max: 2 }), line), { minLength: 1, maxLength: 12 })
    .map((items) => items.map(([depth, text]) => `${"  ".repeat(depth)}- ${text}`).join("\n")),
  fc
    .array(line, { minLength: 1, maxLength: 6 })
    .map((items) => items.map((text, index) => `${index + 1}. ${text}`).join("\n")),
  fc
    .array(fc.tuple(line, line), { minLength: 1, maxLength: 12 })
    .map(
      (rows) =>
        `| a | b |\n| - | -: |\n${rows.map(([one, two]) => `| ${one.replaceAll("|", "/")} | ${two.replaceAll("|", "/")} |`).join("\n")}`,
    ),
  fc.array(line, { minLength: 1, maxLength: 5 }).map((lines) => lines.map((each) => `> ${each}`).join("\n")),
  fc
    .array(line, { minLength: 1, maxLength: 3 })
    .map(
      (lines) =>
        `- item\n\n  \`\`\`js\n  ${lines.map((each) => each.replaceAll("`", "'")).join("\n  ")}\n  \`\`\``,
    ),
);

/** Markdown as models write it, with some that nobody should. */
export const markdownText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.array(block, { minLength: 1, maxLength: 12 }).map((blocks) => blocks.join("\n\n")),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 600 }) },
  {
    weight: 1,
    arbitrary: fc.string({
      unit: fc.constantFrom(
        "`",
        "~",
        "\n",
        " ",
        "*",
        "_",
        "[",
        "]",
        "(",
        ")",
        "<",
        ">",
        "&",
        "|",
        "-",
        "a",
        "#",
        "\t",
      ),
      maxLength: 400,
    }),
  },
);
