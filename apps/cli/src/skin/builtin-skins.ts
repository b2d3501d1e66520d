import type { Skin } from "./skin.ts";

const plain = { colors: {}, spinner: {}, branding: {}, toolEmojis: {} } as const;

/** The skins that come with Hermes, in the order of their list. */
export const builtinSkins: readonly [Skin, ...Skin[]] = [
  { ...plain, name: "default", description: "The colours of your terminal." },
  {
    ...plain,
    ...{ name: "ares", description: "Red and bronze, for a fight.", background: "dark" },
    colors: {
      ...{ accent: "#e8603c", dim: "#a68a7b", error: "#ff5c6c", warning: "#f0b13c", success: "#b8c25a" },
      ...{ code: "#e59a6f", mark: "#ffc857", added: "#b8c25a", removed: "#ff5c6c" },
    },
    spinner: { faces: ["⚔", "†", "⚔", "‡"], verbs: ["charging", "holding the line", "sharpening"] },
    branding: { prompt: "⚔" },
    toolPrefix: "╎",
  },
  {
    ...plain,
    ...{ name: "mono", description: "Greys alone.", background: "dark" },
    colors: {
      ...{ accent: "#e6e6e6", dim: "#8c8c8c", error: "#ffffff", warning: "#d0d0d0", success: "#bdbdbd" },
      ...{ code: "#c8c8c8", mark: "#ffffff", added: "#e0e0e0", removed: "#9a9a9a" },
    },
    spinner: { faces: ["·", "•", "●", "•"] },
    branding: { prompt: ">" },
    toolPrefix: "|",
  },
  {
    ...plain,
    ...{ name: "slate", description: "Cool blue greys.", background: "dark" },
    colors: {
      ...{ accent: "#7aa7d9", dim: "#8796a8", error: "#e57d8c", warning: "#d8b774", success: "#86bd97" },
      ...{ code: "#a9a3e0", mark: "#e3c98a", added: "#86bd97", removed: "#e57d8c" },
    },
    spinner: { faces: ["▖", "▘", "▝", "▗"], verbs: ["working", "thinking it through"] },
  },
  {
    ...plain,
    ...{ name: "daylight", description: "Clear blue for a light background.", background: "light" },
    colors: {
      ...{ accent: "#0b5cad", dim: "#5a6472", error: "#b3202c", warning: "#8a5300", success: "#1d6b35" },
      ...{ code: "#7a2e9e", mark: "#8a4600", added: "#1d6b35", removed: "#b3202c" },
    },
    spinner: { faces: ["○", "◔", "◑", "◕", "●"] },
  },
  {
    ...plain,
    ...{ name: "warm-lightmode", description: "Earth and ink for a light background.", background: "light" },
    colors: {
      ...{ accent: "#8a3d0c", dim: "#6b5d50", error: "#a3172a", warning: "#7d5200", success: "#46611a" },
      ...{ code: "#74386b", mark: "#8f3b00", added: "#46611a", removed: "#a3172a" },
    },
    spinner: { faces: ["◜", "◝", "◞", "◟"], verbs: ["working", "brewing", "turning pages"] },
    branding: { prompt: "❧" },
  },
  {
    ...plain,
    ...{ name: "poseidon", description: "Sea and foam.", background: "dark" },
    colors: {
      ...{ accent: "#3fc1d8", dim: "#7f9fb0", error: "#ff7a70", warning: "#f2cf6b", success: "#5fd3a2" },
      ...{ code: "#8db5ff", mark: "#ffe08a", added: "#5fd3a2", removed: "#ff7a70" },
    },
    spinner: { faces: ["≈", "∽", "~", "∼"], verbs: ["diving", "sounding the depth", "riding the swell"] },
    branding: { prompt: "Ψ" },
    toolPrefix: "≀",
  },
  {
    ...plain,
    ...{ name: "sisyphus", description: "Stone, and one more time.", background: "dark" },
    colors: {
      ...{ accent: "#c9bca4", dim: "#94908a", error: "#de8070", warning: "#d9b25f", success: "#a5bb8c" },
      ...{ code: "#b9aec7", mark: "#ead08b", added: "#a5bb8c", removed: "#de8070" },
    },
    spinner: {
      faces: ["●____", "_●___", "__●__", "___●_", "____●"],
      verbs: ["pushing", "nearly there", "once more"],
    },
    branding: { prompt: "◭" },
  },
  {
    ...plain,
    ...{ name: "charizard", description: "Flame and ember.", background: "dark" },
    colors: {
      ...{ accent: "#ff9933", dim: "#b0907a", error: "#ff6161", warning: "#ffd24d", success: "#66cfb8" },
      ...{ code: "#6fc3e8", mark: "#ffd24d", added: "#66cfb8", removed: "#ff6161" },
    },
    spinner: { faces: [",", "'", "^", "'"], verbs: ["warming up", "breathing fire", "circling"] },
    branding: { prompt: "➤" },
    toolPrefix: "♨",
  },
];
