/** Names of this program, as `pkill`, `pgrep` and a search through a list of processes would meet them. */
export const ownNames: RegExp = /\bhermes\b|\bgateway\.(run|js|mjs|ts)\b/i;
