import type { Call, CommandContext } from "../command-context.ts";
import { isKnown } from "../shell/unknown.ts";

/** Programs that run nothing of what they are shown; what `find` and `xargs` start is judged by itself. */
const onlyLooks =
  /^(cat|tac|head|tail|less|more|ls|tree|eza|exa|wc|file|stat|du|[efz]?grep|rg|ag|fd|fdfind|find|gfind|xargs|diff|cmp|comm|nl|sort|uniq|cut|jq|yq|bat|echo|printf|test|\[|sha\d*sum|md5sum|od|xxd|hexdump|strings|basename|dirname|realpath|readlink|cp|mv|rm|mkdir|touch|tar|zip|unzip|git|hermes|code|vim?|nano)$/;

/** What these run is read. */
const isRead =
  /^([a-z]*sh|python[\d.]*|pypy[\d.]*|node|nodejs|ruby[\d.]*|perl[\d.]*|php[\d.]*|lua[\d.]*|[gn]?awk|mawk|[gb]?make|npm|pnpm|yarn|source|\.)$/;

/** A tool that takes its orders from a folder, such as a makefile, in the folder of a skill that a person has to be asked about. */
export function judgeSkillPlace({ name, args }: Call, context: CommandContext): void {
  if (onlyLooks.test(name)) return;
  for (const word of ["", ...args]) {
    const [, path = word] = /^-{0,2}[\w-]*=(.+)$/.exec(word) ?? [];
    if (/[\s*?]/.test(path)) continue;
    const place = path === "" ? context.state.cwd : context.resolve(path);
    if (place === undefined || !isKnown(place) || !/\/\.?[\w-]*skills(\/|$)/.test(place)) continue;
    const ask = context.scriptAt(place)?.origin?.ask;
    if (ask === undefined) continue;
    context.ask("skill.script", ask);
    if (!isRead.test(name))
      context.ask("code.unread", `What ${name} makes of ${place} shows only when it runs.`);
  }
}
