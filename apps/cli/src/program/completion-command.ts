import { Argument, type Command } from "commander";
import type { Shell } from "../commands/completion/shells.ts";
import type { Host } from "../host.ts";
import { examples } from "./option-values.ts";

/** As `shells` of the commands, which are not loaded for this. */
const shells = ["bash", "zsh", "fish"] as const satisfies readonly Shell[];

/** `hermes completion`, and what its scripts ask. */
export function addCompletion(program: Command, host: Host, end: (code: number) => void): void {
  program
    .command("completion")
    .description("print what makes Tab complete commands, options and names in your shell")
    .addArgument(new Argument("<shell>", "the shell that you type in").choices(shells))
    .addHelpText("after", examples(["hermes completion bash"]))
    .addHelpText("after", `\n${where}`)
    .action(async (shell: Shell) => {
      end((await import("../commands/completion/print-script.ts")).printScript(shell, host));
    });
  program
    .command("__complete", { hidden: true })
    .argument("<shell>")
    .argument("[words...]")
    .helpOption(false)
    .action(async (shell: string, words: readonly string[]) => {
      const { answer } = await import("../commands/completion/answer.ts");
      end(await answer({ shell, words, program, host }));
    });
}

const where = `Put this line into the file that your shell reads:
  bash   ~/.bashrc                   source <(hermes completion bash)
  zsh    ~/.zshrc, behind compinit   source <(hermes completion zsh)
  fish   ~/.config/fish/config.fish  hermes completion fish | source
`;
