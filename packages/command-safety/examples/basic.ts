import { judgeCommand } from "@hermes/command-safety";

const places = { workspace: "/srv/project", homedir: "/home/ada", home: "/home/ada/.hermes" };

for (const command of [
  "grep -rn TODO src | head",
  "git push --force origin main",
  "kubectl get pods && kubectl delete pod web-1",
  "sudo systemctl status nginx",
  "cat ~/.ssh/id_ed25519",
]) {
  const { findings, effects } = await judgeCommand(command, { cwd: places.workspace, places });
  const touched = effects.flatMap((effect) => ("path" in effect ? [`${effect.kind} ${effect.path}`] : []));
  console.log(
    command,
    findings.map(({ id, severity }) => `${severity} ${id}`),
    touched,
  );
}
