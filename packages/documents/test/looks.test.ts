// What documents look like where they are opened: made by every format and template, in three scripts, converted by
// LibreOffice, and looked at as text and as pictures.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lacks } from "@hermes/tooling/prerequisites";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { documentPlace } from "./support/document-place.ts";
import type { DocumentPlace } from "./support/document-place.ts";
import { samples, scripts, wordsOf } from "./support/look-samples.ts";
import { openInOffice, pagesOf, textOfPdf } from "./support/opened-document.ts";

const templates = ["report", "letter", "resume", "slides"] as const;
const formats = ["pdf", "docx", "pptx", "html"] as const;
const cases = scripts.flatMap((script) =>
  templates.flatMap((template) => formats.map((format) => ({ script, template, format }))),
);

const missing = lacks("soffice", "pdftoppm", "pdftotext");
const reason = process.env["HERMES_TEST_LONG"] === "1" ? missing : "runs in test:long";

describe.skipIf(reason !== undefined)(
  reason === undefined ? "documents that are opened" : `documents that are opened (${reason})`,
  () => {
    let place: DocumentPlace;

    beforeAll(async () => {
      place = await documentPlace();
      const blue = { width: 360, height: 160, channels: 3, background: "#3a7ca5" } as const;
      const picture = await sharp({ create: blue }).png().toBuffer();
      await writeFile(join(place.folder, "picture.png"), picture);
      for (const { script, template, format } of cases) {
        const output = `${script}-${template}-${format}.${format}`;
        const made = await place.make({ format, template, output, content: samples[script](template) });
        expect(made).toMatchObject({ success: true, warnings: [] });
      }
      const names = cases.map(({ script, template, format }) => `${script}-${template}-${format}.${format}`);
      await openInOffice(
        place.folder,
        names.filter((name) => !name.endsWith("pdf")),
      );
      return async () => await place[Symbol.asyncDispose]();
    }, 900_000);

    test.each(cases)(
      "$script $template as $format has its words in order, no empty page, and nothing at the edge",
      async ({ script, template, format }) => {
        const name = `${script}-${template}-${format}`;
        const pdf = join(place.folder, format === "pdf" ? "" : "opened", `${name}.pdf`);
        const text = lettersOf(await textOfPdf(pdf));
        const pages = await pagesOf(pdf, place.folder);

        let at = -1;
        for (const word of wordsOf(script)) {
          const found = text.indexOf(lettersOf(word), at + 1);
          expect(found, `${word} after ${text.slice(Math.max(0, at), at + 40)}`).toBeGreaterThan(at);
          at = found;
        }
        expect(pages.length).toBeGreaterThan(0);
        for (const { ink, touchesEdge } of pages) {
          expect(ink).toBeGreaterThan(0.000_5);
          expect(touchesEdge).toBe(false);
        }
      },
      60_000,
    );
  },
);

/**
 * Arabic letters as they are typed and not as they are drawn, without the signs of direction and the spaces. Of lam and
 * alef, which are drawn as one, pdftotext tells sometimes one and sometimes the other first.
 */
function lettersOf(text: string): string {
  return text.normalize("NFKC").replaceAll(/[^\p{L}\p{N}]|[لاآأإ]/gu, "");
}
