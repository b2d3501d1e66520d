import { connectOperation } from "./connect-operation.ts";
import { commonActions } from "./known-actions.ts";
import { ruleFor } from "./operation.ts";
import type { MatchContext, Operation } from "./operation.ts";
import type { Rule } from "./rule.ts";

/** To connect to where an address leads. */
export function connectTo(url: URL): Operation {
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  return connectOperation(`${url.hostname.replace(/\.$/, "")}:${port}`);
}

/** The rule that forbids to read an address, or to connect to its host, whichever tool does it. */
export function closingRule(
  url: URL,
  rules: readonly Rule[],
  context: MatchContext,
): Pick<Rule, "text" | "source"> | undefined {
  const fetching: Operation = {
    ...{ tool: "", toolset: "", actions: [commonActions.fetch] },
    ...{ kind: "url", forms: [url.href, url.hostname] },
  };
  const named = rules.filter(({ argument, name }) => argument !== undefined || name.startsWith("network."));
  return [fetching, connectTo(url)]
    .map((operation) => ruleFor(operation, named, context))
    .find((rule) => rule?.effect === "deny");
}
