import { execFile } from "node:child_process";
import { mkdir, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";

const run = promisify(execFile);

/** Opens files in LibreOffice, which asks nothing: what it can't read it doesn't convert. */
export async function openInOffice(folder: string, names: readonly string[]): Promise<void> {
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  await run(
    "soffice",
    [
      profile,
      "--headless",
      "--convert-to",
      "pdf",
      "--outdir",
      join(folder, "opened"),
      ...names.map((each) => join(folder, each)),
    ],
    { timeout: 400_000 },
  );
}

/** Lines are broken elsewhere in each format. */
export async function textOfPdf(path: string): Promise<string> {
  const { stdout } = await run("pdftotext", ["-layout", path, "-"], { maxBuffer: 10_000_000 });
  return stdout;
}

export interface PageLook {
  /** The share of pixels that are not white. */
  readonly ink: number;
  /** Whether something is drawn on the outermost 2 % of any side. */
  readonly touchesEdge: boolean;
}

/** Each page as a picture, measured. */
export async function pagesOf(pdf: string, folder: string): Promise<readonly PageLook[]> {
  const place = join(folder, `pages-${basename(pdf)}`);
  await mkdir(place, { recursive: true });
  await run("pdftoppm", ["-r", "40", "-gray", "-png", pdf, join(place, "page")]);
  const names = (await readdir(place)).toSorted();
  return await Promise.all(names.map(async (name) => await lookOf(join(place, name))));
}

async function lookOf(path: string): Promise<PageLook> {
  const { data, info } = await sharp(path).grayscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const edge = Math.round(width * 0.02);
  let ink = 0;
  let touchesEdge = false;
  for (const [index, value] of data.entries()) {
    if (value > 240) continue;
    ink += 1;
    const [x, y] = [index % width, Math.floor(index / width)];
    touchesEdge ||= x < edge || y < edge || x >= width - edge || y >= height - edge;
  }
  return { ink: ink / data.length, touchesEdge };
}
