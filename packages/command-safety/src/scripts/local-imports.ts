const endings = ["", ".js", ".mjs", ".cjs", ".ts", "/index.js"];

/** What a program takes in from beside it: for each, the files that it may mean, relative to its folder. */
export function localImports(language: string, text: string): readonly (readonly string[])[] {
  if (language === "python") return pythonImports(text);
  if (language === "javascript")
    return matches(
      text,
      /(?:\bfrom|\bimport|\brequire|\bimport\s*\(|\brequire\s*\()\s*\(?\s*(['"`])(\.{1,2}\/[^'"`]+)\1/g,
      2,
    ).map((name) => endings.map((ending) => name + ending));
  if (language === "ruby")
    return matches(text, /\brequire_relative\s*\(?\s*['"]([^'"]+)['"]/g, 1).map((name) => [
      name,
      `${name}.rb`,
    ]);
  if (language === "perl" || language === "php")
    return matches(
      text,
      /\b(?:do|require|include|require_once|include_once)\s*\(?\s*(?:__DIR__\s*\.\s*)?['"]([^'"]+)['"]/g,
      1,
    ).map((name) => [name.replace(/^\//, "")]);
  return [];
}

function pythonImports(text: string): readonly (readonly string[])[] {
  const names = [
    ...matches(text, /^[ \t]*from[ \t]+\.*([\w.]+)[ \t]+import\b/gm, 1),
    ...matches(text, /(?:^|;)[ \t]*import[ \t]+([\w., \t]+)/gm, 1).flatMap((list) =>
      list.split(",").map((each) => each.trim().split(/\s/)[0] ?? ""),
    ),
    ...matches(text, /^[ \t]*from[ \t]+\.+[ \t]+import[ \t]+([\w, \t]+)/gm, 1).flatMap((list) =>
      list.split(/[\s,]+/),
    ),
  ];
  return [...new Set(names)]
    .filter((name) => /^\w/.test(name))
    .map((name) => name.replaceAll(".", "/"))
    .map((path) => [`${path}.py`, `${path}/__init__.py`]);
}

function matches(text: string, pattern: RegExp, group: number): readonly string[] {
  return [...text.matchAll(pattern)].flatMap((match) => match[group] ?? []);
}
