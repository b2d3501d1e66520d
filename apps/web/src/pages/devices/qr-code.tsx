import type { JSX } from "preact";
import { encode } from "uqr";

export interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** Dark on white with its margin, whatever the theme: cameras want it so. */
export function QrCode({ text, label }: QrCodeProps): JSX.Element {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path.join("")} fill="#000" />
    </svg>
  );
}
