/** What a person sees of a message, without the marks. */
export function readDiscordMarkdown(text: string): string {
  let seen = "";
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at);
    const fence = /^```(?:[\w+#.-]*\n)?([\s\S]*?)\n?```/.exec(rest);
    const code = /^(`+) ?([^`]|[^`][\s\S]*?[^`]) ?\1(?!`)/.exec(rest);
    const address = /^https?:\/\/[^\s<>]+/.exec(rest);
    const link = /^\[((?:\\.|[^\]\\])*)\]\(<([^>]*)>\)/.exec(rest);
    const escaped = /^\\([^0-9A-Za-z\s])/.exec(rest);
    const mark = /^(?:\*\*|\*|~~|__)/.exec(rest);
    const found = fence ?? code ?? address ?? link ?? escaped ?? mark;
    if (found === null) seen += text[at];
    else if (found === address) seen += found[0];
    else if (found === link) seen += readDiscordMarkdown(found[1] ?? "");
    else if (found !== mark) seen += found === code ? (found[2] ?? "") : (found[1] ?? "");
    at += found?.[0].length ?? 1;
  }
  return seen;
}
