/** What is told of an effect, by its code. The command is added. */
export const effectReasons: Readonly<Record<string, string>> = {
  "account.changed": "It changes users, passwords or their rights.",
  "cloud.change": "It changes something in a cloud account.",
  "cloud.delete": "It deletes, ends or takes away something in a cloud account.",
  "cloud.rights": "It changes who may do what in a cloud account.",
  "cluster.change": "It changes what runs in a cluster.",
  "cluster.delete": "It deletes or ends what runs in a cluster.",
  "code.remote": "It runs a program straight from an address.",
  "code.remote-run": "It runs a command on other machines.",
  "container.delete": "It stops, changes or deletes containers, images, volumes or virtual machines.",
  "credentials.login": "It signs in or out, or changes keys.",
  "credentials.shown": "It shows or stores credentials.",
  "database.delete": "It deletes or changes what a database holds.",
  "database.drop": "It deletes or overwrites a database.",
  "delete.backup": "It deletes, changes or restores backups.",
  "delete.sync": "It deletes files or sends them elsewhere.",
  "deploy.production": "It changes what runs for others.",
  "disk.changed": "It changes disks, volumes or file systems.",
  "disk.format": "It would erase a disk.",
  "hermes.approve": "Whether something may be done is for the person to say.",
  "hermes.settings": "It changes settings of an agent, or starts one without questions.",
  "infrastructure.change": "It makes or changes machines and services.",
  "infrastructure.delete": "It deletes machines and services.",
  "kernel.changed": "It changes the kernel, mounts or how the machine starts.",
  "machine.power": "It would shut down or restart the machine.",
  "network.listen-in": "It reads what others send.",
  "network.remote": "It works on another machine.",
  "network.scan": "It scans or attacks other machines.",
  "network.settings": "It changes the machine's network or firewall.",
  "network.shell": "It gives a program to whoever is at the other end.",
  "network.tunnel": "It opens a way into this machine or a network.",
  "network.upload": "It copies files to another machine.",
  "package.global": "It installs or removes software for the whole account.",
  "package.installed": "It installs software on the machine, or changes which is used.",
  "package.removed": "It removes software.",
  "package.source": "It takes packages from another place than the usual one.",
  "permissions.changed": "It changes rights or marks of files.",
  "process.kill": "It ends processes.",
  "process.kill-agent": "It would end Hermes itself.",
  "publish.access": "It changes who may publish.",
  "publish.image": "It publishes an image.",
  "publish.package": "It publishes something that others can use at once.",
  "publish.removed": "It takes back or changes what others use.",
  "publish.repository": "It changes or deletes something that others see.",
  "schedule.changed": "It changes what the machine runs by itself.",
  "send.message": "It sends a message, an order or money.",
  "service.changed": "It changes a service of the machine.",
  "startup.write": "It changes settings that programs read when they start.",
  "system.write": "It changes settings of the machine.",
  "traces.log": "It removes the traces of what was done.",
};

const hosting =
  "values: a app o org c config region project team t token; " +
  "credentials.shown: auth token|print-access-token, config +s, auth:token; " +
  "cloud.delete: delete*|destroy*|remove*|rm|purge*|reset*|drop|drop-*|down|teardown, * delete*|destroy*|remove*|rm|purge*|reset*|drop|drop-*|unset|revoke*|detach*, * * delete*|destroy*|remove*|rm|purge*|reset*|drop|revoke*, *:destroy|*:delete|*:remove|*:reset|*:unset|*:killall|*:revoke|*:drop; " +
  "cloud.change: * reboot|rebuild|shutdown|poweroff|stop|restart|suspend|resize|rollback|scale|failover|restore, * create|push|put|import|set|update|sync|apply, push, scale, *:set|*:add|*:create|*:stop|*:restart|*:scale; " +
  "deploy.production: deploy|promote|publish|launch|up|redeploy, * deploy|publish|promote, +prod|production; " +
  "network.remote: ssh|console|exec|attach|connect|shell, * ssh|console|exec|attach|connect|shell";
const node =
  "values: C dir filter F prefix w workspace registry tag otp cwd; publish.package: publish, npm|* publish; " +
  "publish.removed: unpublish|deprecate, dist-tag|tag add|rm|set|remove, npm tag add|remove; " +
  "publish.access: access|owner|team|token|profile set|grant|revoke|add|rm|create|public|restricted|delete|edit, adduser|login|logout; " +
  "package.global: install|i|add|uninstall|remove|rm|un|update|link +g|global, global add|remove|upgrade; " +
  "package.source: install|i|add ** git+*|git:*|git@*|http:*|https:*|github:*, +registry; " +
  "startup.write: config|set set|delete|edit registry*|script-shell*|//*|*_auth*|node-options*, set registry*|script-shell*, pkg set scripts.*install*; " +
  "code.remote: dlx|x|exec|create http:*|https:*|git+*|github:*";
const runner =
  "values: p package c call; code.remote: git+*|http:*|https:*|git:*; publish.package: semantic-release|np|release-it, lerna|changeset|vsce publish; " +
  "database.drop: prisma migrate reset, prisma ** push +force-reset|accept-data-loss, * db:drop|db:reset|migrate:fresh|schema:drop; " +
  "cloud.delete: vercel|netlify|wrangler|firebase|sst|serverless|cdk|supabase|convex|surge deploy|destroy|remove|delete|rm|publish|reset, gh-pages, vercel +prod|production";
const pip =
  "values: i index-url r requirement t target extra-index-url; code.remote: install|download|wheel|run ** git+*|http:*|https:*, tool|pip install git+*|http:*|https:*; " +
  "package.removed: uninstall +y|yes, cache purge, pip uninstall; package.source: install|download +index-url|extra-index-url|i|trusted-host|find-links, pip install +index-url|extra-index-url|i; startup.write: config set|edit; publish.package: publish";
const system =
  "values: o c t a C option config-file target-release; package.removed: remove|purge|autoremove|erase|uninstall|rm|del|delete|prune|zap; " +
  "package.installed: install|in|add|localinstall|reinstall|upgrade|dist-upgrade|full-upgrade|group|groupinstall|module|swap|downgrade|mark|build-dep|link|tap|services|pin|refresh";
const firewall =
  "values: t; reads: +L|S|list|list-rules ~F|X|D|P|A|I|R|Z|N; network.settings: +F|X|D|P|A|I|R|Z|N|flush|delete|append|insert|policy";
const rails =
  "database.drop: db:drop*|db:reset*|db:purge*|db:schema:load|db:truncate_all|db:migrate:reset; publish.package: release";
const netService = "** stop|restart|start|reload|kill|delete|remove|shutdown|enable|disable|update|scale";

/**
 * What programs do that a person may be asked about, as rows of segments: `values: a bc` are options that take the next word;
 * `reads:` are forms that only look, `ignores:` options such as `--dry-run` that change nothing here, `effect.code:` those that have this effect, and the first that fits counts; with `!`
 * before it no mode and no person lets it happen. Forms are separated by commas and held word by word against the action and
 * its operands: `a|b` alternatives, `x*` `*x` `*x*` parts, `*` a word, `**` any words, `.` nothing more is needed; `+a|long` an
 * option that must be there, `+a=b` with this value, `~a` one that must not.
 */
// oxfmt-ignore
export const effectRows: Readonly<Record<string, string>> = {
  // Nothing but looking.
  "ls ll dir cat head tail less more stat file wc du df free uptime uname whoami id groups who w last ps pstree top htop lsof ss netstat lsblk lscpu lsusb lspci lsmod lshw blkid findmnt dmidecode grep egrep fgrep rg zgrep zcat true false echo printf test [ which whereis type pwd env printenv sha256sum md5sum cksum getent readlink realpath basename dirname nproc arch tree apt-cache iotop iostat vmstat nvidia-smi sensors smartctl": "reads: .",

  "find gfind": "reads: ~delete|exec|execdir|ok|okdir|fprint|fprintf|fprint0|fls", "fdisk parted sfdisk gdisk": "reads: +l|list",

  // The machine.
  systemctl: "values: H host M machine t type p property n o s signal when; ignores: dry-run; reads: poweroff|reboot|halt|kexec|soft-reboot|suspend|hibernate +dry-run, status|is-*|show|cat|list-*|get-default|help, kill +s=0|signal=0, ** +when=cancel|when=show; !machine.power: poweroff|reboot|halt|kexec|soft-reboot; !process.kill-agent: stop|restart|kill|try-restart|disable|mask ** *hermes*; service.changed: start|stop|restart|reload|try-restart|reload-or-restart|disable|enable|reenable|mask|unmask|kill|isolate|edit|set-*|revert|link|preset|daemon-reload|daemon-reexec|suspend|hibernate|sleep|rescue|emergency|default|exit|import-environment|unset-environment|reset-failed|clean|freeze",
  shutdown: "values: h; reads: +c|show|wtmp-only; send.message: +k; !machine.power: .", "reboot halt poweroff": "values: h; reads: +w|wtmp-only; !machine.power: .", "init telinit": "values: t e; !machine.power: 0|1|6|s",
  "busctl dbus-send gdbus": "reads: introspect|get-property|monitor|capture|tree|list|status; !machine.power: ** PowerOff|*.PowerOff|Reboot|*.Reboot|Halt|*.Halt|ScheduleShutdown|*.ScheduleShutdown; service.changed: ** StopUnit|*.StopUnit|StartUnit|*.StartUnit|RestartUnit|*.RestartUnit|set-property",
  "service rc-service": "reads: ** status, +status-all; !process.kill-agent: *hermes* stop|restart; service.changed: * *", launchctl: `!process.kill-agent: kickstart ** *hermes* +k, stop|bootout|unload|kill|remove|disable ** *hermes*; service.changed: load|unload|bootout|bootstrap|kickstart|remove|disable|enable|kill|start|stop|submit|setenv|reboot`,
  "pm2 supervisorctl sv initctl monit": `!process.kill-agent: stop|restart|delete|kill|down|shutdown ** *hermes*; service.changed: ${netService.slice(3)}|up|down|once|save|flush`, "rc-update chkconfig update-rc.d": "service.changed: * *",
  "nginx apachectl apache2ctl": "reads: +t|T|v|V; service.changed: +s, start|stop|restart|graceful*", certbot: "service.changed: revoke|delete|renew|certonly|run|install",
  ip: "values: n netns f family; network.settings: +batch|force, link|l|route|r|rule|ru|neigh|n|addr|address|a|tunnel|netns|xfrm add|del|delete|flush|change|replace|append|set|restore|exec", ifconfig: "network.settings: * *", "ifup ifdown wg-quick openvpn netsh": "network.settings: *",
  "iptables ip6tables": firewall, "iptables-restore ip6tables-restore": "network.settings: ~t|test", nft: "network.settings: flush|delete|add|insert|replace|create|destroy|reset, +f|file", ufw: "network.settings: enable|disable|reset|allow|deny|reject|limit|delete|default|reload|insert|route, +force",
  "firewall-cmd": "network.settings: +add-port|remove-port|add-service|remove-service|reload|panic-on|set-default-zone|permanent|direct", route: "network.settings: add|del|delete|flush|change", tc: "network.settings: * add|del|delete|change|replace", nmcli: "network.settings: networking|n|radio|r off|on, ** down|up|delete|modify|add|off|disconnect|connect", wg: "network.settings: set|setconf|addconf", tailscale: "network.settings: up|down|set|logout|login|funnel|serve",
  "ngrok localtunnel bore frpc chisel": "network.tunnel: .", cloudflared: "network.tunnel: tunnel|access ~list|info", "tcpdump tshark": "network.listen-in: +w|z|i ~D|r", nmap: "network.scan: +script|A|O|sU|sS", "masscan hydra": "network.scan: *",
  "hostnamectl timedatectl localectl": "system.write: set-*, hostname *", hostname: "values: F file; system.write: *, +F|file", date: "values: d date r; system.write: +s|set, 0*|1*|2*", hwclock: "system.write: +w|s|set|systohc|hctosys", loginctl: "service.changed: terminate-*|kill-*|enable-linger|lock-*",
  journalctl: "reads: ~vacuum-time|vacuum-size|vacuum-files|rotate|flush; traces.log: +vacuum-time|vacuum-size|vacuum-files|rotate|flush", dmesg: "reads: ~c|C|clear|read-clear; traces.log: +c|C|clear|read-clear", logrotate: "traces.log: +f|force", crontab: "values: u; reads: +l ~r|e; schedule.changed: .", "at batch": "reads: +l|c; schedule.changed: .", atrm: "schedule.changed: .",
  "useradd usermod userdel adduser deluser addgroup delgroup groupadd groupmod groupdel gpasswd chpasswd newusers visudo vipw vigr chfn pw chage": "reads: +l|c; account.changed: .", passwd: "reads: +S|status; account.changed: .", chsh: "reads: +l; account.changed: .", "dscl dseditgroup sysadminctl": "account.changed: ** create|delete|append|passwd|change, +create|delete|addUser|deleteUser|resetPasswordFor",
  mount: "values: t o; reads: +f|fake|l|V; kernel.changed: *, +a", "umount swapon swapoff modprobe insmod rmmod losetup dmsetup setenforce pivot_root": "reads: +s|show|l|list|show-depends|D|n|c, ls|info|status|table; kernel.changed: *, +a", sysctl: "reads: +a|n ~w|write|p|load|system; kernel.changed: +w|write|p|load|system, *=*", "update-grub grub-install update-initramfs dracut kexec efibootmgr": "kernel.changed: *, +u|c|d|f|b|B|o|l|e", csrutil: "kernel.changed: disable|enable|clear",
  "setfacl chattr setcap chcon restorecon setfattr": "permissions.changed: *", xattr: "permissions.changed: +d|c|w", "xkill skill snice slay": "process.kill: .", tmux: "process.kill: kill-server",
  defaults: "startup.write: write|delete|import", "update-alternatives alternatives": "package.installed: +install|remove|set|config|auto", "add-apt-repository apt-key": "package.source: *", "softwareupdate xcode-select": "package.installed: +i|install|s|switch|r",

  // Disks.
  hdparm: "!disk.format: +security-erase|security-erase-enhanced|trim-sector-ranges|yes-i-know-what-i-am-doing|dco-restore|write-sector|repair-sector|make-bad-sector; disk.changed: +W|B|S|M|K|y|Y|z", nvme: "!disk.format: format|sanitize|delete-ns|write|write-zeroes|write-uncor; disk.changed: reset|subsystem-reset|fw-download|fw-activate|fw-commit|create-ns|attach-ns|detach-ns|set-*", blkdiscard: "reads: +V|h; !disk.format: *",
  wipefs: "values: o O t offset output types; reads: +n|no-act; !disk.format: +a|all|o|offset", cryptsetup: "reads: luksDump|status|isLuks|luksUUID; !disk.format: luksFormat|erase|luksErase; disk.changed: reencrypt|luks*|close|remove|*Close", badblocks: "values: b c d e o p t; !disk.format: +w",
  diskutil: "!disk.format: erase*|partition*|zeroDisk|secureErase|randomDisk|reformat|delete*|reset*|split*|merge*, apfs|cs|corestorage|appleraid|ar erase*|delete*|reset*|split*|merge*", zpool: "reads: +n; disk.changed: destroy|create|labelclear|split", zfs: "reads: +n; disk.changed: destroy|rollback|promote|rename|set|inherit|create|receive|recv|unmount|mount", mdadm: "disk.changed: +zero-superblock|create|fail|remove|stop|C|f|r|S",
  "lvremove vgremove pvremove lvreduce vgreduce lvresize lvextend lvcreate pvcreate vgcreate lvconvert lvchange": "reads: +t|test; disk.changed: *", "resize2fs tune2fs fsck e2fsck xfs_repair e2label": "reads: +l|N|n; disk.changed: *", btrfs: "disk.changed: subvolume|sub|device|filesystem|balance|replace|rescue delete|remove|resize|add|start|defragment|create, check +repair",

  // Software of the machine.
  "apt apt-get aptitude": `reads: list|show|search|policy, +simulate|s|recon; ${system}`, "dnf yum zypper apk pkg brew port snap flatpak choco winget scoop": `reads: list|show|search|info|outdated; ${system}`, rpm: "reads: +q|query|V; package.removed: +e|erase; package.installed: +i|U|F|install|upgrade|import", dpkg: "package.removed: +r|P|remove|purge; package.installed: +i|install|unpack|configure", "pacman yay paru": "package.removed: +R|remove; package.installed: +U|S|upgrade|sync|D ~s|i|l|g|p|search|info|list", "nix-env nix": "package.removed: +e|uninstall|delete-generations, store delete|gc, profile remove; package.installed: +i|u|install|upgrade, profile install|add; code.remote: run github:*|git+*|http*", "conda mamba": "package.removed: remove|uninstall|clean, env remove", rustup: "package.removed: self uninstall, toolchain uninstall|remove",

  // Packages.
  "npm pnpm yarn bun": node, "npx bunx pnpx uvx pipx": runner, "pip pip3 uv": pip, "python-module": `package.removed: pip uninstall +y|yes; code.remote: pip install ** git+*|http:*|https:*; package.source: pip install +index-url|extra-index-url|i; publish.package: twine upload`,
  "lerna changeset vsce ovsx jsr flit hatch pdm rye maturin expo wasmer": "publish.package: publish|version|unpublish|upload", "twine cabal stack conan": "publish.package: upload|register", "semantic-release np release-it fastlane": "publish.package: ~preview", deno: "publish.package: publish|deploy; code.remote: run|install|eval ** http:*|https:*; package.global: install|i +g|global", poetry: "values: r repository u username p password; publish.package: publish; code.remote: add git+*|http:*|https:*; publish.access: config pypi-token*|http-basic*|repositories*",
  cargo: "reads: publish +n; publish.package: publish, * publish; publish.removed: yank|owner; publish.access: login|logout|owner; code.remote: install +git", gem: "publish.package: push|yank|owner; package.source: sources +a|add|r|remove; package.removed: uninstall|cleanup", go: "startup.write: env +w; code.remote: run *@*", "mvn mvnw": "publish.package: ** deploy|deploy:*|release:perform|release:prepare", "gradle gradlew": "publish.package: ** publish|uploadArchives|publishPlugins|publishAllPublications*|closeAndReleaseRepository", "dotnet nuget": "publish.package: nuget push|delete, push|delete; database.drop: ef database drop; package.global: tool install|update|uninstall +g|global", composer: "package.global: global require|remove|update", mix: "publish.package: hex.publish|hex.retire; database.drop: ecto.drop|ecto.reset|ecto.rollback", goreleaser: "publish.package: release ~snapshot|skip, publish", pod: "publish.package: trunk push|delete",

  // What others see.
  gh: "values: R repo b body t title B base H head l label F body-file q json jq hostname; credentials.shown: auth token, auth status +t|show-token; credentials.login: auth login|logout|refresh|switch|setup-git; publish.repository: repo create|delete|edit|archive|rename|unarchive|deploy-key|sync, release create|delete|edit|upload|delete-asset ~draft, workflow run|disable|enable, run cancel|delete|rerun, secret|variable set|delete|remove, pr merge|close|lock|create|comment|review|edit|ready, issue create|comment|close|delete|edit|transfer|lock|pin, gist create|delete|edit, api +X|method|f|field|F|raw-field|input ~X=GET|method=GET, ssh-key|gpg-key add|delete, label delete|create|edit, codespace delete|ssh, extension install|upgrade, project delete|close|edit, cache delete, alias set",
  glab: "credentials.shown: auth status +t|show-token; credentials.login: auth login; publish.repository: repo delete|archive|transfer, mr merge|close|delete|create, release create|delete|upload, variable set|delete|update, ci run|delete|retry|cancel|trigger, issue delete|close|create, api +X|method|f|field, ssh-key add|delete", hub: "publish.repository: release|delete|create|pull-request|api",
  "mail mailx sendmail mutt msmtp swaks ssmtp himalaya sendemail": "reads: +f|e|H; send.message: .", "telegram-send slackcat apprise ntfy imsg": "send.message: .", "twilio stripe slack discord signal-cli toot tweet bitcoin-cli geth cast solana shopify": "send.message: ** send|create|capture|refund|pay|transfer|publish|post|tweet|toot|message|charge|sendtoaddress|upload|delete|cancel|update", "wall write": "send.message: .", "lp lpr": "send.message: *",
  gsutil: "cloud.delete: rm|rb|mv, rsync +d|delete; cloud.rights: acl|iam|defacl ch|set; network.upload: cp ** gs:*, rsync", "rclone s3cmd s5cmd mc b2": "delete.sync: delete*|purge|rmdir*|cleanup|sync|move*|bisync|dedupe|serve|copy*|rcat|mount|config|rb|rm|mirror|mv|cp|put|del|upload*", "ftp lftp tftp croc wormhole": "network.upload: *, +e|c|f",

  // Clouds, clusters, other machines.
  aws: "values: profile region output query endpoint-url cli-input-json; reads: ** help; credentials.shown: sts get-session-token|assume-role*|get-federation-token, secretsmanager get-secret-value, ssm get-parameter* +with-decryption, ecr get-login*|get-authorization-token, configure get|export-credentials, iam create-access-key, kms decrypt, eks get-token; cloud.delete: s3 rb|rm|mv, s3 sync +delete, * delete-*|terminate-*|remove-*|deregister-*|destroy-*|purge-*|batch-delete-*|cancel-*|revoke-*|schedule-key-deletion|release-*|disable-*|detach-*|disassociate-*|reset-*; cloud.rights: iam create-*|put-*|attach-*|add-*|update-*|upload-*|set-*; code.remote-run: ssm send-command|start-session; send.message: ses|sesv2|sns|sqs send-*|publish*; network.upload: s3 cp|sync * s3:*, s3api put-object; cloud.change: * stop-*|reboot-*|modify-*|put-*|update-*|authorize-*|attach-*|associate-*|restore-*|rotate-*|set-*|run-instances|create-*|import-*|execute-*|start-*|register-*|deploy|enable-*|change-*|add-*|publish-*|tag-resource|replace-*|allocate-*|invoke*|copy-*|send-*",
  gcloud: "values: project zone region account configuration format filter command; credentials.shown: auth print-*|application-default, secrets versions access, ** keys create; cloud.delete: ** delete|destroy|remove-*|purge|cancel, storage rm|rb|mv; cloud.rights: ** set-iam-policy|add-iam-policy-binding|remove-iam-policy-binding; cloud.change: ** stop|reset|restart|publish|suspend|resize|failover|restore|rollback|deploy|promote|update|patch|set-*|create|import|add-*|disable|enable|start|ssh|scp|move|submit|execute|call|attach-*|detach-*|update-*|replace-*|drain|rotate",
  az: "values: subscription g resource-group n name o output query; credentials.shown: account get-access-token, ** list-keys|show-connection-string|get-credentials|list-connection-strings, keyvault secret show|download, ** keys list; cloud.delete: ** delete|delete-*|purge|remove|destroy|clear|revoke-*|deallocate; cloud.change: ** stop|restart|reset|update|create|start|redeploy|failover|restore|set|add|import|assign|disable|regenerate|invoke|run-command|swap|scale|deploy|up|move|publish|apply",
  "doctl hcloud linode-cli vultr-cli scw oci openstack heroku fly flyctl railway render netlify wrangler firebase supabase pscale turso convex dokku eb sam sst amplify eksctl kops surge appwrite koyeb deployctl": hosting,
  vercel: "deploy.production: +prod|production, deploy|promote|rollback|redeploy|alias; cloud.delete: rm|remove, * rm|remove; cloud.change: env add|rm; credentials.shown: env pull", "kamal cap dpl gh-pages": "deploy.production: ** deploy|deploy:*|redeploy|rollback|setup|remove, +d|dist", "terraform tofu terragrunt": "values: var var-file target chdir; infrastructure.delete: destroy|destroy-all, apply|apply-all +destroy, run-all destroy, run-all apply +destroy; infrastructure.change: apply|apply-all|import|taint|untaint|force-unlock|refresh, run-all apply, state rm|mv|push|replace-provider, workspace delete",
  pulumi: "values: s stack C cwd; infrastructure.delete: destroy, stack rm; infrastructure.change: up|update|refresh|cancel|import, stack import, state delete, config set; credentials.shown: config +show-secrets", "cdk cdktf serverless sls": "infrastructure.delete: destroy|gc|remove; infrastructure.change: deploy|apply|bootstrap|import|rollback", packer: "infrastructure.change: build", "vagrant multipass minikube kind": "container.delete: destroy|halt|suspend|delete|purge|stop|restart, box remove", "virsh qm": "container.delete: destroy|undefine|shutdown|reboot|reset|suspend|*delete|*-undefine|stop|rollback",
  "kubectl k kubecolor oc": "values: n namespace context cluster user kubeconfig l selector o output f filename c container s server token as image replicas p patch type k kustomize; reads: +dry-run=client|dry-run=server; credentials.shown: get secret|secrets|secret/* +o|output, config view +raw, create token, whoami +t|show-token, extract secret*; cluster.delete: delete|drain|evict, replace +force, apply +prune|force, config delete-*|unset; network.tunnel: proxy, port-forward +address; cluster.change: cordon|uncordon|taint|scale|autoscale|set|patch|edit|label|annotate|replace|apply|create|expose|run|debug|adm, rollout undo|restart|pause, certificate approve|deny, config set-*, auth reconcile, cp * *:*",
  helm: "values: n namespace kube-context kubeconfig f values set version; cluster.delete: uninstall|delete|del|un; cluster.change: rollback|upgrade|install|push", "helmfile argocd flux istioctl skaffold": "cluster.delete: destroy|delete|uninstall, app|cluster|proj|repo delete|rm|terminate-op; cluster.change: apply|sync|install|upgrade|run|deploy|bootstrap|suspend|reconcile, app sync|rollback|set|patch", "nomad consul etcdctl": "cluster.delete: job|alloc|node|namespace|system|kv|member stop|drain|delete|gc|purge|remove, stop|del|rm|leave|force-leave; cluster.change: job|alloc|node|kv run|revert|put, run|put|txn",
  vault: "credentials.shown: kv get, read, token create|lookup, print token, unwrap; cloud.delete: kv delete|destroy|put|patch|undelete|rollback, delete|write, secrets|auth disable|enable|tune|move, policy write|delete, operator seal|step-down|rekey|rotate|unseal|init, lease|token revoke",
  "docker podman nerdctl": "values: H host c context l log-level config f file p project-name profile env-file; publish.image: push, image|compose|buildx|manifest push, build +push, buildx build +push; credentials.shown: login +p|password; container.delete: * prune, kill|rmi|rm|stop|restart|pause|update, system reset, volume|network|image|container|stack|service|node|secret|config|context|builder|buildx|plugin|swarm rm|remove|kill|leave|disable|update|scale|rollback|stop|restart, compose kill|rm|down|stop|restart, swarm *, load|import|commit", "docker-compose": "values: f file p project-name profile env-file; publish.image: push; container.delete: kill|rm|down|stop|restart", "oras crane skopeo cosign buildah": "publish.image: push|copy|cp|delete|tag|sign|sync",
  "ansible-playbook": "values: i inventory l limit u user e extra-vars t tags; deploy.production: * ~check|C|syntax-check|list-hosts|list-tasks|list-tags", ansible: "values: i inventory u user; deploy.production: * +b|become|m|module-name|a", "salt pssh pdsh fab": "code.remote-run: *", puppet: "deploy.production: apply ~noop, agent +t|test ~noop",

  // Data, and what keeps secrets.
  "dropdb dropuser createuser pg_resetwal pg_dropcluster": "database.drop: *", pg_restore: "values: d dbname h U p; database.drop: +clean|c|d|dbname", mysqladmin: "values: u h P; database.drop: ** drop|shutdown|flush*|kill|password|reload", "pg_ctl pg_ctlcluster": "service.changed: ** stop|restart|promote|kill|reload|init", "redis-cli valkey-cli": "values: h p a n u user; reads: config get, client list, cluster info|nodes, script exists, acl list|whoami, set; database.delete: flushall|flushdb|del|unlink|shutdown|debug|config|script|eval|evalsha|slaveof|replicaof|migrate|restore|rename|cluster|acl|module|swapdb|expire|hdel|ltrim|spop, +eval",
  alembic: "database.drop: downgrade|stamp", "flyway liquibase dbmate goose migrate sqitch": "database.drop: clean|undo|repair|drop*|rollback*|reset|down*|force|revert", prisma: "database.drop: migrate reset|deploy, db push +force-reset|accept-data-loss, db execute", "sequelize sequelize-cli typeorm knex": "database.drop: db:drop|*undo:all|schema:drop, migrate:rollback +all", wp: "database.drop: db drop|reset|clean|import|query, site empty|delete, * delete", "rails rake": rails, "manage.py": "database.drop: flush|reset_db|sqlflush|dropdb|loaddata, migrate * zero; account.changed: changepassword|createsuperuser", "artisan console spark": "database.drop: migrate:fresh|migrate:reset|migrate:refresh|migrate:rollback|db:wipe|doctrine:database:drop|doctrine:schema:drop", mongorestore: "database.drop: .",
  "restic borg kopia duplicity snapper tmutil timeshift": "values: r repo p password-file; delete.backup: forget|prune|unlock|key|rewrite|restore|delete*|recreate|compact|remove*|cleanup|rollback, snapshot delete|expire, +delete|restore",
  "gpg gpg2": "credentials.shown: +export-secret-keys|export-secret-subkeys|decrypt|d|delete-secret-keys|delete-keys|delete-key|import|edit-key|recv-keys|send-keys", security: "credentials.shown: dump-keychain|find-generic-password|find-internet-password|export|unlock-keychain|delete-*|add-*|set-*|import", "pass gopass op bw lpass secret-tool keyring keepassxc-cli": "credentials.shown: show|insert|edit|generate|rm|mv|cp|otp|cat|item|read|inject|get|list|export|unlock|lookup|store|clear", "sops age": "credentials.shown: +d|decrypt, decrypt", "ansible-vault": "credentials.shown: decrypt|view|edit|rekey", "doppler infisical chamber": "credentials.shown: secrets|export|read|write", "ssh-keygen": "reads: +l|F|B|E|e|i; credentials.login: .", "ssh-add": "reads: +l|L; credentials.login: .", "ssh-copy-id": "reads: +n; credentials.login: *", kinit: "credentials.login: .", openssl: "credentials.shown: pkcs12|rsa|ec|pkey|pkcs8 +nodes|noenc|nocerts; network.shell: s_server, s_client +quiet",
  hermes: "!hermes.approve: ** approvals answer; hermes.settings: config set|unset|edit|import|reset, gateway stop|restart|kill|uninstall|install|start, update|uninstall|reset|upgrade|restore|import|setup|login|logout, permissions allow|ask|deny|remove|seal, cron create|add|edit|delete|remove|run, skills install|add|remove|update, plugins|plugin install|add|enable|remove, pairing approve|revoke, auth|secrets|env, sessions|memory delete|prune|clear|reset, mcp add|remove, hooks allow|revoke, model set|use|add|remove, +yolo|dangerously-skip-permissions", "claude codex gemini aider": "hermes.settings: +dangerously-skip-permissions|dangerously-bypass-approvals-and-sandbox|full-auto|yolo|yes-always",
};
