import type * as Docx from "docx";
import type { Template } from "../document-model.ts";

/** Colours, and sizes in twentieths of a point, of a template. */
export interface DocxLook {
  readonly page: { readonly width: number; readonly height: number };
  readonly margin: number;
  /** What is left between the margins. */
  readonly room: number;
  /** Half points, as Word counts them. */
  readonly textSize: number;
}

export const colors = { accent: "1F4E79", muted: "57606A", line: "CDD3DA", bar: "9DB8D3" } as const;

export function docxLook(template: Template): DocxLook {
  const page = template === "slides" ? { width: 19_200, height: 10_800 } : { width: 11_906, height: 16_838 };
  const margin = template === "resume" ? 1_020 : 1_417;
  const textSize = template === "resume" ? 20 : template === "slides" ? 32 : 22;
  return { page, margin, room: page.width - 2 * margin, textSize };
}

interface StyleOptions {
  readonly template: Template;
  readonly font: Docx.IRunOptions["font"];
  readonly language: Docx.IRunOptions["language"];
}

export function docxStyles({ template, font, language }: StyleOptions): Docx.IStylesOptions {
  const { textSize } = docxLook(template);
  const isResume = template === "resume";
  const heading = (share: number, before: number): Docx.IBaseParagraphStyleOptions => ({
    run: { size: Math.round(textSize * share), bold: true, boldComplexScript: true, color: colors.accent },
    paragraph: {
      spacing: { before: isResume ? before / 2 : before, after: isResume ? 60 : 120 },
      keepNext: true,
      keepLines: true,
    },
  });
  const rule = { style: "single", size: 6, color: colors.accent, space: 3 } as const;
  const second = heading(1.27, 300);
  return {
    default: {
      document: {
        run: { ...(font !== undefined && { font }), size: textSize, ...(language && { language }) },
        paragraph: { spacing: { after: isResume ? 80 : 140, line: isResume ? 264 : 288, lineRule: "auto" } },
      },
      title: {
        run: { ...heading(2.2, 0).run },
        paragraph: { spacing: { before: 0, after: 80 }, keepNext: true },
      },
      heading1: heading(1.55, 360),
      heading2: isResume
        ? { ...second, paragraph: { ...second.paragraph, border: { bottom: rule } } }
        : second,
      heading3: heading(1.1, 240),
      heading4: heading(1, 200),
      heading5: heading(1, 200),
      heading6: heading(1, 200),
      hyperlink: { run: { color: "0B5CAD", underline: {} } },
      footnoteText: { run: { size: 18 }, paragraph: { spacing: { after: 40, line: 240, lineRule: "auto" } } },
    },
    paragraphStyles: [1, 2, 3].map((level) => ({
      id: `TOC${level}`,
      name: `toc ${level}`,
      basedOn: "Normal",
      next: "Normal",
      paragraph: { spacing: { after: 60 }, indent: { left: (level - 1) * 300 } },
    })),
  };
}
