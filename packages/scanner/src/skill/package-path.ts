/** Why a path can't be unpacked anywhere; undefined when it can. */
export function unsafePathReason(path: string): string | undefined {
  let decoded = path;
  for (let round = 0; round < 3; round++)
    decoded = decoded.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  const plain = decoded.normalize("NFKC");
  const parts = plain.split(/[\\/\u2044\u2215\u29F8]/);
  if (path === "" || plain.trim() === "") return "A path is empty.";
  if (/[\0-\u001F\u007F\u202A-\u202E\u200B-\u200F]/.test(plain))
    return "A path holds control or invisible characters.";
  if (/^(?:[\\/]|[A-Za-z]:|~|\\\\)/.test(plain)) return "A path leads to a fixed place of the machine.";
  if (parts.some((part) => /^\.{2,}\s*$/.test(part.trim()))) return "A path leads out of the skill's folder.";
  if (plain.includes("\\")) return "A path holds backslashes.";
  if (parts.some((part) => /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(part)))
    return "A path is the name of a device on Windows.";
  if (parts.some((part) => /:/.test(part))) return "A path names a hidden stream of a file on Windows.";
  if (parts.some((part) => /[. ]$/.test(part) && part !== "."))
    return "A path ends in a dot or a blank, which Windows drops.";
  if (parts[0] === ".git" || parts.includes(".git")) return "A path lies in the inside of a repository.";
  if (plain.length > 400 || parts.length > 20) return "A path is too long.";
  return undefined;
}
