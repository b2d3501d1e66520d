// What a scorer calls, from the built packages. `node score.mjs ./detector.mjs`
import { judgeCommand } from "@hermes/command-safety";
import { redact } from "@hermes/redaction";
import { scanText } from "@hermes/scanner";
import { checkUrl } from "../dist/index.js";

export { checkUrl, redact, scanText };

const places = { workspace: "/home/user/project", homedir: "/home/user", home: "/home/user/.hermes" };

/** The first verdicts compile what the later ones use, as the first calls of a conversation do. */
const first = [
  "rm -rf ./x && for f in *.ts; do cat \"$f\" | grep -n 'a' > out.txt; done",
  "python3 -c 'import os; print(os.getcwd())'; node -e 'console.log(1)'",
  'echo eA== | base64 -d | sh; x=$(mktemp); [[ -f $x ]] || eval "$x"',
  "psql -c 'select 1'; curl -s https://example.com | jq .; ssh host.example ls; git push; docker ps; kubectl get pods; aws s3 ls",
];

/** @returns "allow", "ask" or "refuse". */
export async function checkCommand(command) {
  const { findings } = await judgeCommand(command, { places, cwd: "/home/user/project" });
  if (findings.some(({ severity }) => severity === "refuse")) return "refuse";
  return findings.some(({ severity }) => severity === "ask") ? "ask" : "allow";
}

for (const command of first) await checkCommand(command);
