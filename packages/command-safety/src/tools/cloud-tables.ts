import type { ActionTable, ActionTables } from "./action-rules.ts";

const changes = "It changes something in a cloud account.";
const deletes = "It deletes, ends or takes away something in a cloud account.";
const rights = "It changes who may do what in a cloud account.";
const shows = "It shows credentials.";
const deploys = "It changes what runs for others.";
const cluster = "It changes what runs in a cluster.";
const clusterDelete = "It deletes or ends what runs in a cluster.";
const machines = "It makes or changes machines and services.";
const machinesDelete = "It deletes machines and services.";

/** Programs of hosts whose actions stand behind a noun: `apps destroy x`, `droplet delete x`. */
const hosting: ActionTable = {
  values: "a app o org c config region project team t token",
  rules: [
    [
      "cloud.delete",
      deletes,
      "delete*|destroy*|remove*|rm|purge*|terminate*|reset*|drop|drop-*|down|teardown|leave",
      "* delete*|destroy*|remove*|rm|purge*|terminate*|reset*|drop|drop-*|unset|revoke*|teardown|detach*",
      "* * delete*|destroy*|remove*|rm|purge*|terminate*|reset*|drop|drop-*|revoke*|detach*",
      "*:destroy|*:delete|*:remove|*:reset|*:unset|*:killall|*:promote|*:rotate|*:revoke|*:drop",
    ],
    [
      "cloud.change",
      changes,
      "* reboot|rebuild|shutdown|poweroff|power-off|stop|restart|suspend|resize|rollback|promote|scale|failover|restore",
      "* * reboot|rebuild|shutdown|poweroff|stop|resize|restore|create|set|update|put",
      "* create|push|put|import|set|update|sync|apply",
      "push",
      "*:kill|*:disable|*:enable|*:set|*:add|*:create|*:import|*:push|*:stop|*:restart|*:deploy",
      "ps:scale|ps:stop|pg:killall|pg:promote|maintenance:on|releases:rollback|rollback|scale|apps:transfer|config:set",
    ],
    [
      "deploy.production",
      deploys,
      "deploy|promote|publish|launch|up|redeploy",
      "* deploy|publish|promote",
      "+prod|production|deploy-prod",
    ],
    [
      "credentials.shown",
      shows,
      "auth token|print-access-token",
      "config +s",
      "auth:token|authorizations*",
      "secrets get|list|show +reveal",
      "* credentials:url|pg:credentials*",
      "config|config:get +shell|json",
    ],
    [
      "network.remote",
      "It works on another machine.",
      "ssh|console|exec|attach|connect|shell",
      "* ssh|console|exec|attach|connect|shell",
    ],
  ],
};

// oxfmt-ignore
export const cloudTables: ActionTables = {
  aws: {
    values: "profile region output query endpoint-url cli-input-json ca-bundle color",
    rules: [
      ["cloud.delete", deletes, "s3 rb|rm", "s3 mv **", "s3 sync +delete", "* delete-*|terminate-*|remove-*|deregister-*|destroy-*|purge-*|batch-delete-*|cancel-*|revoke-*|schedule-key-deletion|release-*|disable-*|detach-*|disassociate-*|abort-*|reset-*|forget-*"],
      ["cloud.change", changes, "* stop-*|reboot-*|modify-*|put-*|update-*|authorize-*|attach-*|associate-*|restore-*|rotate-*|promote-*|failover-*|force-*|set-*|run-instances|create-*|import-*|execute-*|start-*|register-*|deploy|enable-*|change-*|add-*|publish-*|tag-resource|untag-resource|replace-*|allocate-*|invoke*|leave-*|close-*|accept-*|decline-*|move-*|suspend-*|assign-*|unassign-*|copy-*|send-*|submit-*|cancel-*"],
      ["cloud.rights", rights, "iam create-*|put-*|attach-*|add-*|update-*|upload-*|set-*|delete-*"],
      ["credentials.shown", shows, "sts get-session-token|assume-role|assume-role-with-*|get-federation-token", "secretsmanager get-secret-value|batch-get-secret-value", "ssm get-parameter*|get-parameters* +with-decryption", "ecr get-login-password|get-login|get-authorization-token", "configure get|export-credentials", "configure set *key*|*token*|*secret*", "iam create-access-key", "rds generate-db-auth-token", "kms decrypt", "codeartifact get-authorization-token", "eks get-token", "ec2 get-password-data"],
      ["send.message", "It sends a message.", "ses|sesv2|sns|pinpoint|sqs|events send-*|publish*|put-events", "sns publish*"],
      ["code.remote-run", "It runs a command on other machines.", "ssm send-command|start-session"],
      ["network.upload", "It copies files to the cloud.", "s3 cp|mv|sync * s3:*", "s3api put-object"],
    ],
  },
  gcloud: {
    values: "project zone region account configuration format filter impersonate-service-account",
    rules: [
      ["cloud.delete", deletes, "** delete|destroy|remove-*|purge|undelete|cancel", "** rm|rb|mv"],
      ["cloud.change", changes, "** stop|reset|restart|publish|suspend|resize|failover|restore|rollback|deploy|promote|promote-replica|update|patch|set-*|unset-*|create|import|execute-sql|add-*|clear-*|disable|enable|start|ssh|scp|simulate-maintenance-event|move|submit|execute|call|attach-*|detach-*|recreate-*|update-*|replace-*|drain|rotate|abandon*|invalidate*|disassociate"],
      ["cloud.rights", rights, "** set-iam-policy|add-iam-policy-binding|remove-iam-policy-binding"],
      ["credentials.shown", shows, "auth print-*|application-default", "secrets versions access", "** keys create", "auth application-default print-access-token"],
    ],
  },
  gsutil: { rules: [["cloud.delete", deletes, "rm|rb|mv", "rsync +d|delete"], ["cloud.rights", rights, "acl|iam|defacl ch|set"], ["network.upload", "It copies files to the cloud.", "cp * gs:*", "cp * * gs:*", "rsync **"]] },
  bq: { rules: [["database.change", "It changes data.", "mk|load|update|cp|insert"], ["database.delete", "It deletes data.", "rm|truncate"]] },
  az: {
    values: "subscription g resource-group n name o output query",
    rules: [
      ["cloud.delete", deletes, "** delete|delete-*|purge|remove|destroy|clear|revoke-*|deallocate"],
      ["cloud.change", changes, "** stop|restart|reset|update|create|start|redeploy|failover|restore|set|add|import|assign|disable|regenerate|renew|invoke|run-command|swap|scale|deploy|up|move|publish|reset-credentials|apply"],
      ["credentials.shown", shows, "account get-access-token", "** list-keys|keys|show-connection-string|get-credentials|list-connection-strings", "keyvault secret show|download", "ad sp create-for-rbac", "** keys list"],
    ],
  },
  azcopy: { rules: [["network.upload", "It copies files to the cloud.", "copy|cp|sync"], ["cloud.delete", deletes, "remove|rm"]] },
  doctl: hosting, hcloud: hosting, "linode-cli": hosting, linode: hosting, vultr: hosting, "vultr-cli": hosting, scw: hosting, ovhai: hosting, exo: hosting, upctl: hosting, civo: hosting, oci: hosting, ibmcloud: hosting, openstack: hosting, nova: hosting, aliyun: hosting, tccli: hosting, yc: hosting, cf: hosting, packet: hosting, metal: hosting, triton: hosting, eb: hosting, ecs: hosting, copilot: hosting, sam: hosting, sst: hosting, amplify: hosting, eksctl: hosting, kops: hosting, rosa: hosting, clusterctl: hosting, minikube: { rules: [["container.delete", "It deletes a local cluster.", "delete"]] }, kind: { rules: [["container.delete", "It deletes a local cluster.", "delete"]] }, k3d: { rules: [["container.delete", "It deletes a local cluster.", "cluster delete"]] },
  heroku: hosting, fly: hosting, flyctl: hosting, railway: hosting, render: hosting, netlify: hosting, wrangler: hosting, firebase: hosting, supabase: hosting, neonctl: hosting, pscale: hosting, turso: hosting, convex: hosting, dokku: hosting, platform: hosting, now: hosting, surge: hosting, appwrite: hosting, nhost: hosting, gcloudrun: hosting, porter: hosting, koyeb: hosting, northflank: hosting, zeabur: hosting, qovery: hosting, deployctl: hosting, "gh-pages": { rules: [["publish.site", "It publishes a site.", "!help"]] }, caprover: hosting, kamal: { rules: [["deploy.production", deploys, "deploy|redeploy|rollback|setup|remove|app|accessory|server|lock|prune|proxy|traefik|env"]] }, cap: { rules: [["deploy.production", deploys, "** deploy|deploy:*|rollback|invoke:*"]] }, dpl: { rules: [["deploy.production", deploys, "*"]] }, "ansible-playbook": { values: "i inventory l limit u user e extra-vars t tags", rules: [["deploy.production", "It changes other machines.", "* !check|C|syntax-check|list-hosts|list-tasks|list-tags"]] },
  vercel: { rules: [["deploy.production", deploys, "+prod|production", "deploy|promote|rollback|redeploy|alias"], ["cloud.delete", deletes, "rm|remove", "* rm|remove"], ["cloud.change", changes, "env add|rm|remove"], ["credentials.shown", shows, "env pull"]] },
  terraform: { values: "var var-file target chdir", rules: [["infrastructure.change", machines, "apply !destroy", "import|taint|untaint|force-unlock|refresh", "state rm|mv|push|replace-provider", "workspace delete"], ["infrastructure.delete", machinesDelete, "destroy", "apply +destroy"], ["infrastructure.change", "It plans to delete machines and services.", "plan +destroy +out"]] },
  tofu: { values: "var var-file target chdir", rules: [["infrastructure.change", machines, "apply !destroy", "import|taint|untaint|force-unlock|refresh", "state rm|mv|push", "workspace delete"], ["infrastructure.delete", machinesDelete, "destroy", "apply +destroy"]] },
  terragrunt: { rules: [["infrastructure.change", machines, "apply|import|taint !destroy", "run-all|run apply !destroy", "apply-all"], ["infrastructure.delete", machinesDelete, "destroy|destroy-all", "run-all|run destroy", "apply|apply-all +destroy", "run-all|run apply +destroy"]] },
  pulumi: { values: "s stack C cwd", rules: [["infrastructure.change", machines, "up|update|refresh|cancel|import", "stack import", "state delete|unprotect", "config set"], ["infrastructure.delete", machinesDelete, "destroy", "stack rm"], ["credentials.shown", shows, "config +show-secrets"]] },
  cdk: { rules: [["infrastructure.change", machines, "deploy|bootstrap|import|rollback"], ["infrastructure.delete", machinesDelete, "destroy|gc"]] },
  cdktf: { rules: [["infrastructure.change", machines, "deploy|apply"], ["infrastructure.delete", machinesDelete, "destroy"]] },
  serverless: { rules: [["infrastructure.change", deploys, "deploy|rollback"], ["infrastructure.delete", machinesDelete, "remove"]] },
  sls: { rules: [["infrastructure.change", deploys, "deploy|rollback"], ["infrastructure.delete", machinesDelete, "remove"]] },
  packer: { rules: [["infrastructure.change", "It builds images in a cloud account.", "build"]] },
  vagrant: { rules: [["container.delete", "It stops, changes or deletes a virtual machine.", "destroy|halt|suspend|snapshot", "box remove"]] },
  multipass: { rules: [["container.delete", "It stops, changes or deletes a virtual machine.", "delete|purge|stop|restart"]] },
  virsh: { rules: [["container.delete", "It stops, changes or deletes a virtual machine.", "destroy|undefine|shutdown|reboot|reset|suspend|delete|*-delete|*-destroy|*-undefine|managedsave*|snapshot-revert|vol-wipe|vol-delete"]] },
  VBoxManage: { rules: [["container.delete", "It stops, changes or deletes a virtual machine.", "unregistervm|controlvm|closemedium|modifyvm", "snapshot * delete|restore"]] },
  qm: { rules: [["container.delete", "It stops, changes or deletes a virtual machine.", "destroy|stop|reset|shutdown|rollback|delsnapshot"]] },
  kubectl: {
    values: "n namespace context cluster user kubeconfig l selector o output f filename c container s server token as image replicas p patch type k kustomize",
    rules: [
      ["cluster.delete", clusterDelete, "delete|drain|evict", "replace +force", "apply +prune|force", "config delete-*|unset"],
      ["cluster.change", cluster, "cordon|uncordon|taint", "rollout undo|restart|pause", "scale", "autoscale", "set", "patch|edit|label|annotate", "replace !force", "apply !prune|force", "create !dry-run", "certificate approve|deny", "config set-*", "auth reconcile", "expose", "run", "debug", "cp * *:*", "krew install"],
      ["network.tunnel", "It opens a way into a cluster.", "proxy|port-forward +address|accept-hosts"],
      ["credentials.shown", shows, "get secret|secrets +o|output", "config view +raw", "create token", "get secret/* +o|output"],
    ],
  },
  "ansible-pull": { rules: [["code.remote", "It runs orders straight from a repository.", "!help"]] },
  "chef-client": { rules: [["deploy.production", "It changes machines.", "!W|why-run"]] },
  "salt-call": { rules: [["deploy.production", "It changes machines.", "state.*|cmd.*|pkg.*|service.*|file.*|user.* !test"]] },
  fab: { rules: [["deploy.production", deploys, "* !l|list"]] },
  oc: { rules: [["cluster.delete", clusterDelete, "delete|drain"], ["cluster.change", cluster, "cordon|taint|patch|edit|replace|scale|rollout|adm|apply|set|rollback"], ["credentials.shown", shows, "whoami +t|show-token", "extract secret*"]] },
  helm: { values: "n namespace kube-context kubeconfig f values set version", rules: [["cluster.delete", clusterDelete, "uninstall|delete|del|un"], ["cluster.change", cluster, "rollback", "upgrade|install !dry-run", "push"], ["code.loaded", "It loads a plugin into helm.", "plugin install"]] },
  helmfile: { rules: [["cluster.delete", clusterDelete, "destroy|delete"], ["cluster.change", cluster, "apply|sync"]] },
  kustomize: { rules: [["code.runs-program", "It runs plugins.", "build +enable-alpha-plugins|enable-exec"]] },
  argocd: { rules: [["cluster.delete", clusterDelete, "app delete|terminate-op", "cluster rm", "proj delete", "repo rm"], ["cluster.change", cluster, "app sync|rollback|set|patch"]] },
  flux: { rules: [["cluster.delete", clusterDelete, "delete|uninstall"], ["cluster.change", cluster, "suspend|bootstrap|reconcile"]] },
  istioctl: { rules: [["cluster.delete", clusterDelete, "uninstall"], ["cluster.change", cluster, "install|upgrade"]] },
  skaffold: { rules: [["cluster.delete", clusterDelete, "delete"], ["cluster.change", cluster, "run|deploy|apply"]] },
  nomad: { rules: [["cluster.delete", clusterDelete, "job|alloc|node|namespace|system stop|drain|delete|gc|purge", "stop"], ["cluster.change", cluster, "job|alloc|node run|revert|eligibility", "run"]] },
  consul: { rules: [["cluster.delete", clusterDelete, "kv delete", "leave|force-leave"], ["cluster.change", cluster, "kv put", "acl", "operator", "snapshot restore"]] },
  etcdctl: { rules: [["cluster.delete", clusterDelete, "del|rm|rmdir", "member remove"], ["cluster.change", cluster, "put|txn", "snapshot restore", "auth|role|user"]] },
  vault: { rules: [["credentials.shown", shows, "kv get", "read", "token create|lookup", "print token", "unwrap"], ["cloud.delete", "It changes or deletes secrets.", "kv delete|destroy|put|patch|metadata|undelete|rollback", "delete|write", "secrets|auth disable|enable|tune|move", "policy write|delete", "operator seal|step-down|rekey|rotate|generate-root|unseal|init|raft", "lease revoke", "token revoke"]] },
  docker: {
    values: "H host c context l log-level config f file p project-name profile env-file project-directory",
    rules: [
      ["container.delete", "It stops, changes or deletes containers, images or volumes.", "* prune", "kill|rmi", "rm +f|force|v|volumes", "rm", "volume|network|image|images|container|stack|service|node|secret|config|context|builder|buildx|plugin|swarm|manifest rm|remove|kill|prune|leave|demote|disable|update|scale|rollback", "system prune|reset", "compose kill|rm", "compose down +v|volumes|rmi", "compose ** down +v|volumes|rmi", "compose down", "stop|restart|pause|update", "compose stop|restart", "swarm *", "buildx prune", "container stop|restart|kill|rm"],
      ["publish.image", "It publishes an image.", "push", "image|compose|buildx|manifest push", "buildx build +push", "build +push", "trust sign"],
      ["container.load", "It loads or saves what a container is made of.", "load|import|commit|plugin install"],
      ["credentials.shown", "It stores or shows passwords.", "login +p|password"],
    ],
  },
  "docker-compose": { values: "f file p project-name profile env-file", rules: [["container.delete", "It stops or deletes containers or volumes.", "kill|rm|down|stop|restart"], ["publish.image", "It publishes an image.", "push"]] },
  ansible: { rules: [["deploy.production", "It changes other machines.", "* +b|become", "* +m|module-name"]] },
  salt: { rules: [["deploy.production", "It changes other machines.", "*"]] },
  knife: { rules: [["cloud.delete", deletes, "** delete|bootstrap|ssh"]] },
  puppet: { rules: [["deploy.production", "It changes machines.", "apply !noop", "agent +t|test !noop", "node|cert|resource purge|clean|deactivate"]] },
  pssh: { rules: [["code.remote-run", "It runs a command on other machines.", "*"]] },
  pdsh: { rules: [["code.remote-run", "It runs a command on other machines.", "*"]] },
  gh: {
    values: "R repo b body t title B base H head l label F body-file q json jq hostname",
    rules: [
      ["publish.repository", "It changes or deletes something that others see.", "repo delete|edit|archive|rename|unarchive|deploy-key|sync", "release create !draft", "release delete|edit|upload|delete-asset", "workflow run|disable|enable", "run cancel|delete|rerun", "secret|variable set|delete|remove", "pr merge|close|lock", "pr create|comment|review|edit|ready", "issue create|comment|close|delete|edit|transfer|lock|pin", "gist create|delete|edit", "api +X|method|f|field|F|raw-field|input", "ssh-key|gpg-key add|delete", "label delete|create|edit", "codespace delete|ssh", "extension install|upgrade", "repo create", "project delete|close|edit", "cache delete", "ruleset", "alias set +shell|s"],
      ["credentials.shown", shows, "auth token", "auth status +t|show-token"],
      ["credentials.login", "It signs in or out.", "auth login|logout|refresh|switch|setup-git"],
    ],
  },
  glab: { rules: [["publish.repository", "It changes or deletes something that others see.", "repo delete|archive|transfer", "mr merge|close|delete|create", "release create|delete|upload", "variable set|delete|update", "ci run|delete|retry|cancel|trigger", "issue delete|close|create", "api +X|method|f|field", "ssh-key"], ["credentials.shown", shows, "auth status +t|show-token"], ["credentials.login", "It signs in or out.", "auth login"]] },
  hub: { rules: [["publish.repository", "It changes something that others see.", "release|delete|create|pull-request|api"]] },
  tea: { rules: [["publish.repository", "It changes something that others see.", "* delete|create|close|merge"]] },
};
