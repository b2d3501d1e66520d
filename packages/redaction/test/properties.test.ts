import fc from "fast-check";
import { expect, test } from "vitest";
import { redact } from "../src/index.ts";

const mark = "[redacted]";
const runs = (usual: number) => ({ numRuns: process.env["HERMES_TEST_LONG"] === "1" ? usual * 20 : usual });

const word = fc.constantFrom("sunflower", "rosegarden", "hunter", "quokka", "swordfish");
const drawn = fc.stringMatching(/^[a-f]{3}[0-9]{3}[A-Z]{2}[a-z]{4}[0-9]{2}[A-Z]{2}$/);
const password = fc.oneof(word, drawn);
/** A field that is nobody's secret. */
const neighbour = fc.tuple(fc.constantFrom("user", "page", "colour", "b"), fc.stringMatching(/^[a-z]{3,9}$/));

/** How a secret and what stands beside it are written, with the secret as S, and N and V for the other. */
const forms: readonly (readonly [name: string, template: string])[] = [
  ["a form", "password=S&N=V"],
  ["a form, with the secret last", "N=V&password=S"],
  ["a form, within others", "a=1&passwd=S&N=V"],
  ["a form in capitals", "PASSWORD=S&N=V"],
  ["a form in HTML", "N=1&amp;password=S&amp;N=V"],
  ["a query", "https://x.example/login?N=V&password=S#top"],
  ["a connection", "PASSWORD=S;N=V"],
  ["a file of variables", "SMTP_PASS=S\nN=V\n"],
  ["a file of variables, with quotes", "SMTP_PASS='S'\nN='V'\n"],
  ["YAML", "db:\n  password: S\n  N: V\n"],
  ["a header", "X-Password: S\nX-Page: V\n"],
  ["JSON", '{"password":"S","N":"V"}'],
  ["JSON with blanks", '{ "N": "V", "db_password": "S" }'],
  ["JSON within JSON", '{"body":"{\\"password\\":\\"S\\",\\"N\\":\\"V\\"}"}'],
  ["lines within JSON", '{"body":"SMTP_PASS=S\\nN=V"}'],
  ["a form within JSON", '{"body":"password=S\\u0026N=V"}'],
  ["a form within JSON, as it is", '{"body":"password=S&N=V","N":"V"}'],
  ["flags", "tool --password S --N V"],
  ["flags with signs", "tool --password=S --N=V"],
];

const filled = (template: string, secret: string, [name, value]: readonly [string, string]): string =>
  template
    .replaceAll("N", () => name)
    .replaceAll("V", () => value)
    .replace("S", () => secret);
/** The template's own capitals would be taken for the marks. */
const written = (template: string): string =>
  template.replace("PASSWORD", "\u0001").replace("SMTP_PASS", "\u0002");
const restored = (text: string): string =>
  text.replaceAll("\u0001", "PASSWORD").replaceAll("\u0002", "SMTP_PASS");

test.each(forms)("in %s nothing but the secret is taken out", (_name, template) => {
  fc.assert(
    fc.property(password, neighbour, (secret, beside) => {
      const [text, expected] = [secret, mark].map((each) =>
        restored(filled(written(template), each, beside)),
      );

      expect(redact(text ?? "")).toBe(expected);
    }),
    runs(60),
  );
});

test.each(forms)(
  "in %s what is masked already stays, and so does what stands beside it",
  (_name, template) => {
    fc.assert(
      fc.property(
        fc.constantFrom("***", "********", "", "<hidden>", mark, "${PASSWORD}"),
        neighbour,
        (masked, beside) => {
          const text = restored(filled(written(template), masked, beside));

          expect(redact(text)).toBe(text);
        },
      ),
      runs(40),
    );
  },
);

const names = [
  "password",
  "SMTP_PASS",
  "api_key",
  "token",
  "pin",
  "client_secret",
  "user",
  "count",
  "note",
  "url",
];
const value = fc.oneof(
  password,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.string({ unit: "binary-ascii", maxLength: 30 }),
  fc
    .tuple(fc.constantFrom(...names), fc.constantFrom("=", ": ", '="', "&"), drawn)
    .map((parts) => parts.join("")),
  fc
    .tuple(password, neighbour)
    .map(([secret, [name, other]]) => `password=${secret}&${name}=${other}\nPASSWORD="${secret}"`),
);
const document = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    value,
    fc.array(tie("node"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.stringMatching(/^[a-z_]{1,8}$/)), tie("node"), {
      maxKeys: 5,
    }),
  ),
})).node;

test("JSON stays JSON with the same names, and a second time takes out nothing more", () => {
  fc.assert(
    fc.property(document, fc.constantFrom(undefined, 2), (given, indent) => {
      for (const text of [
        JSON.stringify(given, null, indent),
        JSON.stringify({ output: JSON.stringify(given) }),
      ]) {
        const shown = redact(text);

        expect(shapeOf(JSON.parse(shown))).toEqual(shapeOf(JSON.parse(text)));
        expect(redact(shown)).toBe(shown);
      }
    }),
    runs(400),
  );
});

/** Names and lists without what they hold. */
function shapeOf(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(shapeOf);
  if (typeof node !== "object" || node === null) return "value";
  return Object.fromEntries(Object.entries(node).map(([name, each]) => [name, shapeOf(each)]));
}

test("the fields of a form stay apart", () => {
  const field = fc.tuple(
    fc.constantFrom("user", "password", "token", "passwd", "page", "api_key"),
    fc.oneof(password, fc.constantFrom("***", "", "12345678", "xyz"), fc.string({ maxLength: 12 })),
  );
  fc.assert(
    fc.property(fc.array(field, { minLength: 1, maxLength: 6 }), (fields) => {
      const text = new URLSearchParams(fields).toString();
      const shown = new URLSearchParams(redact(text));

      expect([...shown.keys()]).toEqual(fields.map(([name]) => name));
      for (const [index, [name, given]] of fields.entries())
        if (["user", "page"].includes(name)) expect([...shown.values()][index]).toBe(given);
    }),
    runs(300),
  );
});
