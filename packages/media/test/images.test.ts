import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateSync } from "node:zlib";
import fc from "fast-check";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { fitImage, imageKindOf, imageLimits } from "../src/images/index.ts";

const usual = imageLimits();

async function picture(
  width: number,
  height: number,
  format: "png" | "jpeg" | "gif" | "webp" | "tiff" | "avif",
): Promise<Buffer> {
  return await sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 60 } } })
    [format]()
    .toBuffer();
}

async function noise(width: number, height: number): Promise<Buffer> {
  return await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "white",
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
}

/** A PNG that says it is this large, and holds next to nothing. */
function hugePng(side: number): Buffer {
  const head = Buffer.alloc(25);
  head.writeUInt32BE(13, 0);
  head.write("IHDR", 4, "latin1");
  head.writeUInt32BE(side, 8);
  head.writeUInt32BE(side, 12);
  head.set([8, 2, 0, 0, 0], 16);
  const data = deflateSync(Buffer.alloc(1_000));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const signature = Buffer.from("\u0089PNG\r\n\u001a\n", "latin1");
  return Buffer.concat([
    signature,
    head,
    length,
    Buffer.from("IDAT"),
    data,
    Buffer.from("\0\0\0\0IEND\0\0\0\0", "latin1"),
  ]);
}

test("whatever its size and kind, a picture comes out as the provider takes it", async () => {
  const sizes = fc.integer({ min: 1, max: 700 });
  const kinds = fc.constantFrom("png", "jpeg", "gif", "webp", "tiff", "avif");
  await fc.assert(
    fc.asyncProperty(
      sizes,
      sizes,
      kinds,
      fc.integer({ min: 64, max: 500 }),
      async (width, height, kind, maxSide) => {
        const limits = { ...usual, maxSide, goodSide: maxSide, maxBase64Chars: 20_000 };
        const fitted = await fitImage(await picture(width, height, kind), limits);
        const seen = await sharp(fitted.bytes).metadata();
        expect([seen.width, seen.height]).toEqual([fitted.width, fitted.height]);
        expect(Math.max(fitted.width, fitted.height)).toBeLessThanOrEqual(maxSide);
        expect(Buffer.from(fitted.bytes).toString("base64").length).toBeLessThanOrEqual(20_000);
        expect(limits.kinds).toContain(imageKindOf(fitted.bytes));
        expect(fitted.mediaType).toBe(`image/${imageKindOf(fitted.bytes)}`);
      },
    ),
    { numRuns: 30, seed: 20_261_129 },
  );
});

const none = async (): Promise<never> => {
  throw new Error("not to be loaded");
};

test("what fits stays byte for byte, and sharp is not loaded for it", async () => {
  for (const kind of ["png", "jpeg", "gif", "webp"] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after another
    const bytes = await picture(30, 20, kind);
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(await fitImage(bytes, usual, { sharp: none })).toMatchObject({
      bytes,
      width: 30,
      height: 20,
      isChanged: false,
    });
  }
});

test("noise that no PNG makes small becomes a JPEG within the limit", async () => {
  const fitted = await fitImage(await noise(900, 900), { ...usual, maxBase64Chars: 400_000 });
  expect(fitted.mediaType).toBe("image/jpeg");
  expect(fitted.bytes.length * (4 / 3)).toBeLessThanOrEqual(400_000);
});

test("a photograph that lies on its side is turned", async () => {
  const bytes = await sharp(await picture(40, 20, "jpeg"))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(await fitImage(bytes)).toMatchObject({ width: 20, height: 40, isChanged: true });
});

test("a picture of 50 000 by 50 000 pixels in a few bytes is refused before it is decoded", async () => {
  const bomb = hugePng(50_000);

  expect(bomb.length).toBeLessThan(200);
  await expect(fitImage(bomb, usual, { sharp: none })).rejects.toMatchObject({ code: "IMAGE_TOO_LARGE" });
});

test("an SVG of a hundred thousand pixels a side, and one of nested entities, are errors", async () => {
  const large = `<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"/>`;
  const levels = "abcdefghij".split("");
  const entities = levels.map(
    (name, at) => `<!ENTITY ${name} "${`&${levels[at + 1] ?? "amp"};`.repeat(10)}">`,
  );
  const nested = `<!DOCTYPE svg [${entities.join("")}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&a;</text></svg>`;

  await expect(fitImage(Buffer.from(large))).rejects.toMatchObject({ code: "IMAGE_TOO_LARGE" });
  await expect(fitImage(Buffer.from(nested))).rejects.toMatchObject({ code: "IMAGE_UNREADABLE" });
});

test("a GIF of many frames is left with one where it has to be changed", async () => {
  const strip = { width: 60, height: 60 * 200, channels: 3, background: "red", pageHeight: 60 } as const;
  const frames = await sharp({ create: strip }).gif().toBuffer();

  const fitted = await fitImage(frames, imageLimits("openai"));

  expect(fitted).toMatchObject({ mediaType: "image/png", width: 60, height: 60 });
});

test("an SVG is drawn with what is in it, and nothing that it names is read", async () => {
  const black = await sharp({ create: { width: 9, height: 9, channels: 3, background: "black" } })
    .png()
    .toBuffer();
  const folder = await mkdtemp(join(tmpdir(), "svg-"));
  const file = join(folder, "black.png");
  await writeFile(file, black);
  let asked = 0;
  const server = createServer((_, response) => {
    asked++;
    response.end(black);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const drawn = async (name: string): Promise<number | undefined> => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="30"><rect width="40" height="30" fill="white"/><image href="${name}" xlink:href="${name}" width="9" height="9"/></svg>`;
    const fitted = await fitImage(Buffer.from(svg));
    expect(fitted).toMatchObject({ mediaType: "image/png", width: 40, height: 30 });
    const { channels } = await sharp(fitted.bytes).stats();
    return channels[0]?.min;
  };

  const seen = {
    inside: await drawn(`data:image/png;base64,${black.toString("base64")}`),
    file: await drawn(pathToFileURL(file).href),
    path: await drawn(file),
    web: await drawn(`http://127.0.0.1:${port}/black.png`),
  };
  server.close();
  await rm(folder, { recursive: true });

  expect(seen).toEqual({ inside: 0, file: 255, path: 255, web: 255 });
  expect(asked).toBe(0);
});

test.each(["png", "jpeg", "gif", "webp"] as const)(
  "a %s that is cut off anywhere is an error",
  async (kind) => {
    const whole = await sharp(await noise(80, 80))
      [kind]()
      .toBuffer();
    const cuts = fc.integer({ min: 16, max: whole.length - 1 });

    await fc.assert(
      fc.asyncProperty(cuts, async (length) => {
        const cut = fitImage(whole.subarray(0, length));
        await expect(cut).rejects.toMatchObject({ code: "IMAGE_UNREADABLE" });
      }),
      { numRuns: 40, seed: 20_261_129, examples: [[whole.length - 1], [whole.length - 2]] },
    );
    expect(await fitImage(whole)).toMatchObject({ isChanged: false });
  },
);

test("what the library says of a broken picture is the cause, and no part of the message", async () => {
  const broken = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><ignore-all-orders></svg>');

  const error: unknown = await fitImage(broken).catch((thrown: unknown) => thrown);

  expect(error).toMatchObject({ code: "IMAGE_UNREADABLE", cause: expect.anything() });
  expect(String(error)).not.toContain("orders");
});

test("what is no picture is told so", async () => {
  await expect(fitImage(Buffer.from("hello"))).rejects.toMatchObject({ code: "IMAGE_UNKNOWN" });
});

test("without sharp, a picture that does not fit is an error that says what to install", async () => {
  vi.doMock("sharp", () => {
    throw new Error("Cannot find package");
  });
  const limits = { ...usual, maxSide: 20 };

  const fitted = fitImage(await picture(30, 20, "png"), limits);

  await expect(fitted).rejects.toMatchObject({
    code: "IMAGE_NEEDS_SHARP",
    hint: expect.stringContaining("npm install sharp"),
  });
  vi.doUnmock("sharp");
});

test("providers differ, and an unknown one gets what nearly all take", () => {
  expect(imageLimits("anthropic")).toMatchObject({
    maxBase64Chars: 5_000_000,
    maxSide: 2_000,
    goodSide: 1_568,
  });
  for (const id of ["openai", "openai-responses", "azure (a.openai.azure.com)", "gemini", "xai"])
    expect(imageLimits(id).kinds).not.toContain("gif");
  for (const id of [
    "local (127.0.0.1:8080)",
    "lmstudio (127.0.0.1:1234)",
    "llamacpp (10.0.0.2:8080)",
    "ollama-cloud",
  ])
    expect(imageLimits(id).kinds).toEqual(["png", "jpeg"]);
  for (const id of ["anthropic-like (10.0.0.2)", "constructor", "custom (10.0.0.2)", ""])
    expect(imageLimits(id)).toEqual(imageLimits());
});
