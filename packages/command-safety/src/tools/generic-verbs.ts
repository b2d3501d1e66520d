import type { Call, Desk } from "../desk.ts";
import { operandsOf } from "../programs/options.ts";

const verbs =
  /^(delete|destroy|drop|purge|terminate|reset|flush|flushall|wipe|erase|nuke|uninstall|deprovision|decommission|unpublish|publish|revoke|rm|rmi|remove|del|kill|shutdown|reboot|poweroff|format|truncate|prune|deploy|undeploy|promote|rollback|factory-?reset|overwrite|transfer|pay|payout|refund|send|broadcast|release)$/i;

/** Programs whose operands are names, patterns or tasks of the project rather than actions. */
const plain =
  /^(echo|printf|ls|ll|cd|pushd|cat|less|more|head|tail|bat|grep|egrep|fgrep|zgrep|rg|ag|ack|fd|fdfind|find|sed|awk|gawk|mawk|tr|cut|sort|uniq|wc|nl|tac|rev|tee|paste|join|comm|column|fold|fmt|diff|cmp|patch|mkdir|touch|cp|mv|ln|rm|rmdir|test|\[|type|which|whereis|man|info|apropos|tldr|cheat|help|make|gmake|just|task|rake|invoke|inv|gradle|gradlew|mvn|mvnw|ant|sbt|bazel|buck2?|ninja|cmake|meson|pytest|ctest|rspec|cucumber|behave|phpunit|pest|bats|busted|robot|karma|nightwatch|testcafe|newman|k6|locust|hurl|rubocop|minitest|nextest|tox|nox|jest|vitest|mocha|ava|tap|playwright|cypress|tsc|eslint|prettier|biome|oxlint|ruff|black|mypy|pylint|flake8|shellcheck|shfmt|jq|yq|xq|dasel|git|python-module|code|vi|vim|nvim|nano|emacs|open|xdg-open|start|date|cal|seq|sleep|true|false|pgrep|ps|top|tree|file|stat|du|df|turbo|nx|lerna|moon|wireit|pre-commit|husky|lefthook|commitlint|changeset|convert|magick|ffmpeg|ffprobe|tesseract|pandoc|basename|dirname|realpath|readlink|export|set|unset|local|declare|readonly|return|exit|read|hermes|ctags|entr|strings|xxd|od|hexdump|rustc|gcc|g\+\+|clang|clang\+\+|javac|java|go|rails|webpack|vite|rollup|esbuild|parcel|tsup|next|nuxt|astro|gatsby|remix|ng|vue|expo)$/;

/** The long tail of command line tools: a verb of destruction in the place of the action is enough for a question. */
export function judgeGenericVerbs({ name, args }: Call, desk: Desk): void {
  if (
    plain.test(name) ||
    args.some((word) => /^--(help|version|dry-?run|check|simulate|what-?if|list|show|preview)$/i.test(word))
  )
    return;
  const words = operandsOf(args).slice(0, 3);
  const action = words.find(
    (word) =>
      /^[a-zA-Z][\w:.-]*$/.test(word) &&
      !/\.\w{1,5}$/.test(word) &&
      word.split(/[:.-]/).some((part) => verbs.test(part)),
  );
  if (action === undefined) return;
  // Only what comes first is the action: `tool show delete` looks at something of that name.
  if (
    words
      .slice(0, words.indexOf(action))
      .some((word) =>
        /^(get|list|ls|show|describe|view|status|info|help|search|find|check|diff|explain|print|cat|run|test|lint|validate|inspect|can-i|history|log|logs|watch|read|config|create|add|new|init|install|build|start)$/i.test(
          word,
        ),
      )
  )
    return;
  desk.ask("action.destructive", `${name} is told to "${action}", which may not be undone.`);
}
