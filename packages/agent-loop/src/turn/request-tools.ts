import type { Message, ToolDefinition } from "@hermes/models";

/** The lists of tools that requests carry: the same array for the same choice, so that what is made of it stays. */
export class RequestTools {
  readonly #lists = new WeakMap<readonly ToolDefinition[], Map<string, List>>();

  /**
   * @param all Those of the session.
   * @param only Names of those that are described. Undefined: all.
   * @param extra Behind them.
   */
  of(
    all: readonly ToolDefinition[],
    {
      only,
      extra,
    }: { readonly only?: ReadonlySet<string> | undefined; readonly extra?: ToolDefinition | undefined },
  ): readonly ToolDefinition[] {
    const chosen = only === undefined ? all : all.filter(({ name }) => only.has(name));
    if (chosen.length === all.length && extra === undefined) return all;
    let lists = this.#lists.get(all);
    if (lists === undefined) this.#lists.set(all, (lists = new Map()));
    const key = [...chosen, ...(extra === undefined ? [] : [extra])].map(({ name }) => name).join();
    const known = lists.get(key);
    if (known?.extra === extra && known !== undefined) return known.tools;
    const tools = extra === undefined ? chosen : [...chosen, extra];
    lists.set(key, { tools, extra });
    return tools;
  }

  /** For a session without tools whose history has calls all the same: some providers refuse calls that no tool stands for. */
  ofCalls(none: readonly ToolDefinition[], messages: readonly Message[]): readonly ToolDefinition[] {
    for (const message of messages) {
      if (message.role !== "tool") continue;
      const { name } = message;
      const extra = this.#lists.get(none)?.get(name)?.extra ?? { ...past, name };
      return this.of(none, { extra });
    }
    return none;
  }
}

const past = { description: "It can't be called any more.", parameters: { type: "object", properties: {} } };

interface List {
  readonly tools: readonly ToolDefinition[];
  readonly extra: ToolDefinition | undefined;
}
