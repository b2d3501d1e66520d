import type { Judge } from "../desk.ts";
import { isKnown } from "../shell/unknown.ts";

/** `vim`, `ed`, `less` and others that can be told to run a program. */
export const editor: Judge = ({ name, args, stdin }, desk) => {
  for (const [index, word] of args.entries()) {
    const [, glued] =
      /^(?:-c|--cmd=|--command=|--eval-command=|--init-eval-command=|--one-line=|\+(?!\d*$))([^]*)$/.exec(
        word,
      ) ?? [];
    const text =
      /^(-c|--cmd|--command|-S|-s|-u|--eval-command|-ex|-iex|-x|-o|-O|--one-line|--one-line-before-file)$/.test(
        word,
      )
        ? args[index + 1]
        : glued;
    if (text !== undefined && text !== "") judgeOrders(text, word, desk);
  }
  if (stdin !== undefined && /^(ed|ex|vi|vim|nvim|gdb|lldb|red)$/.test(name)) {
    if (isKnown(stdin)) for (const line of stdin.split("\n")) judgeOrders(line, "-c", desk);
    else desk.ask("code.unknown", `What ${name} is told to do shows only when it runs.`);
  }
  for (const word of args)
    if (
      !/^[-+]/.test(word) &&
      /\//.test(word) &&
      /^(vim?|nvim|nano|ed|ex|emacs|micro|code|pico|joe|hx)$/.test(name)
    )
      desk.touch("write", word);
};

function judgeOrders(
  text: string,
  option: string,
  desk: {
    ask(id: string, reason: string): void;
    script(text: string): string;
    code(language: string, text: string): void;
    touch(access: "write", path: string): void;
  },
): void {
  // Orders of vim may stand behind each other; a shell without a command is one that nobody watches.
  if (/(^|\|)\s*:?\s*(sh(ell)?|te(rm(inal)?)?)\s*($|\|)/.test(text) && !/^-[oO]$/.test(option))
    desk.ask("code.runs-program", `It opens a shell within an editor: ${text}.`);
  const [, command] =
    /^\s*(?::\s*)?(?:silent!?\s+|sil!?\s+)*(?:%|\d+,?\d*|\.|\$)*\s*!+\s*(.+)$/.exec(text) ??
    /^\s*(?:shell|system|terminal|te(?:rm)?|platform shell|r\s*!|w\s*!)\s*(.+)$/.exec(text) ??
    [];
  if (command !== undefined) {
    desk.script(command);
    desk.ask("code.runs-program", `It makes an editor run "${command}".`);
  } else if (
    /\b(system|systemlist|jobstart|job_start|termopen|libcall|feedkeys|execute|exec|os\.execute|io\.popen|vim\.fn\.system|py3?(thon3?)?|lua|ruby|perl|delete)\b\s*[(\s'"]/.test(
      text,
    ) &&
    !/^(set|let g:|syntax|colorscheme|normal|%?s\/)/.test(text.trim().replace(/^:/, ""))
  ) {
    desk.ask("code.runs-program", `It makes an editor run code: ${text}.`);
    for (const [, , inner] of text.matchAll(/(["'])((?:(?!\1).)+)\1/g))
      if (inner !== undefined) desk.script(inner);
  }
  const [, target] = /^\s*:?w!?\s+([/~]\S+)/.exec(text) ?? [];
  if (target !== undefined) desk.touch("write", target);
  if (/^(-S|-s|-u|-x)$/.test(option) && /^\/tmp|^\/dev/.test(text))
    desk.ask("code.runs-program", `It takes orders from ${text}.`);
}

/** `man -P`, `less` and other programs that page. */
export const pager: Judge = ({ name, args }, desk) => {
  for (const [index, word] of args.entries()) {
    const value = /^(-P|-H|--pager|--html|--browser)$/.test(word)
      ? args[index + 1]
      : /^(?:-P|-H|--pager=|--html=)(.+)$/.exec(word)?.[1];
    if (/^\+\+?!/.test(word)) desk.script(word.replace(/^\++!/, ""), { wrapper: name });
    if (/^\+\+?!/.test(word)) desk.ask("code.runs-program", `It makes ${name} run "${word}".`);
    if (value === undefined || /^(cat|less|more|most|bat)( -\w+)*$/.test(value)) continue;
    desk.ask("code.runs-program", `It makes ${name} run "${value}".`);
    desk.script(value);
  }
};
