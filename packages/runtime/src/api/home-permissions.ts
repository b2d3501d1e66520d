import type { PermissionsPort } from "@hermes/api";
import type { Permissions } from "@hermes/permissions";
import { HermesError } from "@hermes/registry";
import type { State } from "@hermes/state";

export interface HomePermissionsOptions {
  readonly permissions: () => Promise<Permissions>;
  readonly store: () => Promise<State>;
  readonly redactor: () => Promise<(text: string) => string>;
}

/** The rules and modes of a home and what was decided by them, for its owner. */
export function homePermissions({ permissions, store, redactor }: HomePermissionsOptions): PermissionsPort {
  return {
    async get({ sessionId }) {
      const [guard, { modes, modeSentences }] = await Promise.all([
        permissions(),
        import("@hermes/permissions"),
      ]);
      const { rules, findingRules, problems } = await guard.rules();
      return {
        mode: guard.mode(sessionId),
        modes: modes.map((name) => ({ name, summary: modeSentences[name] })),
        rules: [...rules, ...findingRules].map(({ effect, text, source }) => ({
          effect,
          rule: text,
          source,
        })),
        problems,
      };
    },
    async setMode({ mode, sessionId }) {
      const { modes, parseMode } = await import("@hermes/permissions");
      const parsed = parseMode(mode);
      if (parsed === undefined)
        throw new HermesError(`There is no mode "${mode}".`, {
          code: "PERMISSIONS_INVALID",
          hint: `There are: ${modes.join(", ")}.`,
        });
      (await permissions()).setMode(parsed, { sessionId });
    },
    async addRule({ effect, rule }) {
      const text = await checkedRule(rule);
      await (await (await permissions()).ruleFile()).set({ text, effect });
    },
    removeRule: async ({ rule }) =>
      await (await (await permissions()).ruleFile()).remove({ text: rule.trim() }),
    async audit(filter) {
      const [{ audit }, redact] = await Promise.all([store(), redactor()]);
      return audit
        .list(filter)
        .map(({ id, at, sessionId, platform, tool, request, decision, decidedBy, reason }) => ({
          ...{ id, at, sessionId, platform, tool, decision, decidedBy },
          request: redact(request),
          reason: redact(reason),
        }));
    },
    async explain({ sessionId, ...input }) {
      const call = "command" in input ? input.command : input;
      const where = { platform: "api", sessionId };
      const { verdict, decidedBy, reason, mode, tool, action, rule, findings } = await (
        await permissions()
      ).explain(call, where);
      return {
        ...{ verdict, decidedBy, reason, mode, tool, action, rule: rule?.text },
        findings: findings.map((found) => ({ id: found.id, reason: found.reason })),
      };
    },
  };
}

async function checkedRule(rule: string): Promise<string> {
  const { parsePattern } = await import("@hermes/permissions");
  const parsed = parsePattern(rule);
  if (!parsed.ok) throw new HermesError(`${parsed.problem}.`, { code: "PERMISSIONS_INVALID" });
  return rule.trim();
}
