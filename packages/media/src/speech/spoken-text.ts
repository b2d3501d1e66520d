/** What of Markdown is spoken: words, without marks, code blocks, addresses of links, and tags for files. */
export function spokenText(markdown: string): string {
  return markdown
    .replace(/^(```|~~~)[^\n]*\n[\s\S]*?(?:^\1[^\n]*$|$(?![\s\S]))/gm, "")
    .replace(/\[\[(?:audio_as_voice|as_document)\]\]|(?<=^|\s)MEDIA:\S+/g, "")
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
    .replace(/https?:\/\/\S+/g, "")
    .replace(/^ {0,3}(?:#{1,6}|>+|[*+])[ \t]+/gm, "")
    .replace(/^ {0,3}(?:[-*_][ \t]*){3,}$/gm, "")
    .replace(/(\*\*|__|~~|`+)(?=\S)([^\n]*?\S)\1/g, "$2")
    .replace(/(?<![\w*])\*(?=\S)([^*\n]*\S)\*(?![\w*])/g, "$1")
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
