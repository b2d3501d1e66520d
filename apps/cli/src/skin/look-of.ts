import { colorRoles, defaultSigns, type Look } from "../render/look.ts";
import type { Skin } from "./skin.ts";

/** What a skin is on a terminal that knows so many bits of colour, as `getColorDepth` tells: 1, 4, 8 or 24. */
export function lookOf(skin: Skin, depth: number): Look {
  const paints = colorRoles.flatMap((role) => {
    const color = skin.colors[role];
    return color === undefined ? [] : [[role, painter(color, depth, role === "mark")] as const];
  });
  return {
    paints: Object.fromEntries(paints),
    signs: {
      prompt: skin.branding.prompt ?? defaultSigns.prompt,
      tool: skin.toolPrefix ?? defaultSigns.tool,
      name: skin.branding.name ?? defaultSigns.name,
      emojis: skin.toolEmojis,
      banner: skin.banner ?? defaultSigns.banner,
    },
    spinner: skin.spinner,
  };
}

type Rgb = readonly [red: number, green: number, blue: number];

const ends = "\u001b[39m";

function painter(color: string, depth: number, isBold: boolean): (text: string) => string {
  const begins = `\u001b[${foreground(rgbOf(color), depth)}m`;
  const [bold, notBold] = isBold ? ["\u001b[1m", "\u001b[22m"] : ["", ""];
  // What is painted within it ends its own colour, and not this one.
  return (text) => `${bold}${begins}${text.replaceAll(ends, ends + begins)}${ends}${notBold}`;
}

function foreground(rgb: Rgb, depth: number): string {
  if (depth >= 24) return `38;2;${rgb.join(";")}`;
  if (depth >= 8) return `38;5;${nearestIn(palette256, rgb) + 16}`;
  const index = nearestIn(palette16, rgb);
  return String(index < 8 ? 30 + index : 82 + index);
}

/** @param color `#rrggbb` */
function rgbOf(color: string): Rgb {
  const part = (from: number): number => Number.parseInt(color.slice(from, from + 2), 16);
  return [part(1), part(3), part(5)];
}

const levels = [0, 95, 135, 175, 215, 255] as const;

/** From number 16 on: a cube of 6 × 6 × 6, then greys. Those below are what each terminal makes of them. */
const palette256: readonly Rgb[] = [
  ...levels.flatMap((red) => levels.flatMap((green) => levels.map((blue): Rgb => [red, green, blue]))),
  ...Array.from({ length: 24 }, (_, index): Rgb => [8 + index * 10, 8 + index * 10, 8 + index * 10]),
];

const palette16: readonly Rgb[] = [
  ...([
    [0, 0, 0],
    [205, 0, 0],
    [0, 205, 0],
    [205, 205, 0],
  ] as const),
  ...([
    [0, 0, 238],
    [205, 0, 205],
    [0, 205, 205],
    [229, 229, 229],
  ] as const),
  ...([
    [127, 127, 127],
    [255, 0, 0],
    [0, 255, 0],
    [255, 255, 0],
  ] as const),
  ...([
    [92, 92, 255],
    [255, 0, 255],
    [0, 255, 255],
    [255, 255, 255],
  ] as const),
];

function nearestIn(palette: readonly Rgb[], wanted: Rgb): number {
  const distances = palette.map((color) =>
    color.reduce((sum, part, index) => sum + (part - (wanted[index] ?? 0)) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}
