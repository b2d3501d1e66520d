import type { JSX } from "preact";

/** Strokes on a square of 24 by 24. */
const paths = {
  attach: "M20 11l-8.5 8.5a5 5 0 0 1-7-7L13 4a3.3 3.3 0 0 1 4.7 4.7l-8.6 8.6a1.7 1.7 0 0 1-2.4-2.4L14.5 7",
  back: "M15 5l-7 7 7 7",
  branch: "M6 4v10M6 14a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM18 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM18 10c0 5-6 4-9 6",
  canvas: "M4 5h16v14H4zM14 5v14",
  chart: "M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6",
  chat: "M4 5h16v11H10l-5 4v-4H4z",
  check: "M5 12l5 5L19 7",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  device: "M8 3h8v18H8zM11 18h2",
  down: "M6 9l6 6 6-6",
  edit: "M4 20h4L19 9l-4-4L4 16z",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  log: "M6 3h9l4 4v14H6zM9 12h6M9 16h6",
  memory: "M6 4h12v16l-6-4-6 4z",
  menu: "M4 6h16M4 12h16M4 18h16",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  pause: "M8 5v14M16 5v14",
  play: "M7 5l12 7-12 7z",
  plug: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4",
  plus: "M12 5v14M5 12h14",
  retry: "M5 12a7 7 0 1 1 2 5M5 18v-5h5",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4 4",
  send: "M5 12l7-7 7 7M12 5v15",
  shield: "M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z",
  spark: "M12 3l2 6 6 2-6 2-2 6-2-6-6-2 6-2z",
  stop: "M7 7h10v10H7z",
  terminal: "M4 5h16v14H4zM7 9l3 3-3 3M12 15h5",
  trash: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  warning: "M12 4l9 16H3zM12 10v4M12 17h.01",
} as const;

export type IconName = keyof typeof paths;

/** Seen, and not read out: what it stands for is said beside it. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
