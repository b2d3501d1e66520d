import { excerptOf } from "../finding.ts";
import type { SkillFinding } from "../finding.ts";
import type { Span } from "../read-spans.ts";
import { negates, stanceOf } from "../stance.ts";
import { isQuestion, sentencesOf } from "./sentences.ts";

// Services that many people use under these names. Whoever else is talked to is for a person to know.
// oxfmt-ignore
const wellKnown: ReadonlySet<string> = new Set("github.com githubusercontent.com github.io gitlab.com bitbucket.org codeberg.org sourceforge.net googleapis.com google.com google.dev gstatic.com youtube.com youtu.be openai.com anthropic.com claude.com claude.ai mistral.ai groq.com openrouter.ai deepseek.com x.ai cohere.com perplexity.ai huggingface.co hf.co replicate.com elevenlabs.io stability.ai together.xyz fireworks.ai nvidia.com pytorch.org tensorflow.org kaggle.com ollama.com npmjs.com npmjs.org yarnpkg.com pnpm.io unpkg.com jsdelivr.net esm.sh cdnjs.com skypack.dev pypi.org pythonhosted.org python.org python-poetry.org astral.sh conda.io anaconda.org anaconda.com crates.io rust-lang.org rustup.rs docs.rs golang.org go.dev rubygems.org packagist.org maven.org nuget.org nodejs.org deno.land deno.com bun.sh bun.com jsr.io brew.sh debian.org ubuntu.com fedoraproject.org archlinux.org alpinelinux.org nixos.org docker.com docker.io ghcr.io quay.io k8s.io kubernetes.io helm.sh k3s.io hashicorp.com terraform.io amazonaws.com aws.amazon.com azure.com windows.net microsoft.com microsoftonline.com live.com office.com cloudflare.com cloudflare-dns.com digitalocean.com heroku.com vercel.com vercel.app netlify.com netlify.app fly.io render.com railway.app supabase.com supabase.co firebase.com firebaseio.com mongodb.com mongodb.net neon.tech planetscale.com redis.io elastic.co slack.com discord.com discordapp.com telegram.org whatsapp.com signal.org matrix.org zoom.us twitter.com x.com twimg.com facebook.com instagram.com linkedin.com reddit.com mastodon.social bsky.app bsky.social tiktok.com twitch.tv spotify.com apple.com icloud.com aka.ms kotlinlang.org xkcd.com imgflip.com flashbots.net discord.gg mitm.it fal.ai fal.run lottiefiles.com unsplash.com pexels.com mozilla.org chromium.org wikipedia.org wikimedia.org wikidata.org archive.org arxiv.org crossref.org doi.org nih.gov nasa.gov weather.gov census.gov europa.eu w3.org ietf.org schema.org json-schema.org schemastore.org creativecommons.org opensource.org gnu.org kernel.org apache.org stackoverflow.com stackexchange.com stripe.com paypal.com shopify.com twilio.com sendgrid.com mailgun.net mailchimp.com notion.com notion.so atlassian.com atlassian.net trello.com linear.app asana.com airtable.com monday.com clickup.com todoist.com figma.com canva.com miro.com dropbox.com dropboxapi.com box.com hubspot.com salesforce.com zendesk.com intercom.io sentry.io datadoghq.com datadoghq.eu newrelic.com grafana.com grafana.net pagerduty.com statuspage.io launchdarkly.com segment.com amplitude.com mixpanel.com posthog.com algolia.com contentful.com sanity.io wordpress.org wordpress.com ghost.org medium.com dev.to substack.com ycombinator.com hn.algolia.com openstreetmap.org mapbox.com osrm.org open-meteo.com openweathermap.org weatherapi.com wttr.in coingecko.com coinbase.com binance.com kraken.com etherscan.io yahoo.com alphavantage.co ecb.europa.eu frankfurter.app exchangerate.host deepl.com libretranslate.com languagetool.org shields.io badgen.net img.shields.io httpbin.org jsonplaceholder.typicode.com postman-echo.com swapi.dev pokeapi.co ipify.org ifconfig.me letsencrypt.org pwnedpasswords.com haveibeenpwned.com playwright.dev cypress.io selenium.dev sdkman.io nvm-sh.io starship.rs mise.run ffmpeg.org imagemagick.org pandoc.org latex-project.org libreoffice.org sqlite.org postgresql.org mysql.com tailscale.com ngrok.com firecrawl.dev tavily.com exa.ai serper.dev serpapi.com brave.com duckduckgo.com bing.com jina.ai browserbase.com apify.com zapier.com n8n.io make.com ifttt.com home-assistant.io nutrient.io remotion.dev tailwindcss.com react.dev vuejs.org svelte.dev angular.dev nextjs.org vite.dev vitejs.dev vitest.dev typescriptlang.org eslint.org prettier.io web.dev mdn.dev caniuse.com hermes-agent.org nousresearch.com agentskills.io openclaw.ai clawhub.ai clawhub.com lobehub.com modelcontextprotocol.io".split(" "));

export const placeholder: RegExp =
  /^[a-z]{1,3}\.(?:com|org|net|io)$|^(?:provider|mail|email|domain|website|gmail|outlook|hotmail|proton|protonmail|gmx)\.(?:com|org|net|me|de)$|^(?:[\w-]+\.)*example\.(?:com|org|net|edu)$|^(?:[\w-]+\.)*(?:your|my|some|company|corp|acme|target|internal|domain|server|host|site|app|api|foo|bar|test)[\w-]*\.(?:com|org|net|io|dev|local|tld|company|app|internal|corp|lan)$|(?:^|\.)(?:company|corp|internal|local|localhost|lan|home|svc|cluster|intranet)(?:\.|$)|^(?:localhost|host|server|nas|backup|db)$|^\d|^[^.]+$/i;

// Code that talks to a host.
const talks =
  /\b(?:curl|wget|aria2c|fetch\s*\(|requests\.\w+|httpx\.\w+|urlopen|urlretrieve|Request\s*\(|axios|https?\.(?:request|get|post|Post|Get)|iwr|irm|Invoke-\w+|WebClient|DownloadString|DownloadFile|nc|ncat|socat|scp|rsync|ssh|sftp|lftp|connect\s*\(|create_connection|Dial\s*\(|sendBeacon|WebSocket\s*\(|registry|index-url|remote\s+add|push|clone|sendto|HTTPS?Connection\s*\(|TCPSocket|Socket\s*\(|inet_aton|nslookup|dig|LWP|URI\s*\(|ExecStart|mstsc|mshta|bitsadmin|certutil)(?![\w-])|\.(?:connect|request|get|post|put)\s*\(|\|\s*(?:ba|z)?sh\b|\s(?:-o|--url|--pool|--server|--proxy)[ =]|<(?:script|iframe|img)\b[^>]*src=|^\s*FROM\s/;

// Sentences that have something brought or fetched.
const brings =
  /\b(?:send|post|upload|forward|submit|push|report|fetch|load|download|pull|call|ping|install|add|copy|sync|mail|route|include|embed|append|attach|ask|connect|replace|point|import|share|stream|beacon|notify|needs?|requires?|paste|transfer|deliver|back ?up|pass|give|tell|keep|put|mirror|relay)(?:s|ed|ing)?\b|发送|上传|获取|送信|アクセス|전송|접속|отправ|загруз|env[íi]|descarga|sende|lade|envoie|télécharge|copia|gönder/iu;
// Sentences that have it trusted, opened or named, unless it is a page to read.
const names =
  /\b(?:open|use|write|run|look|trust\w*|recommend|prefer|describ\w+|defined|says?|answer|obey|remember|note|visit|set|register|order|buy|choose|come|comes|follow)\b/i;
const toRead =
  /\b(?:see|docs?|documentation|home ?page|references?|learn more|read more|more (?:info\w*|details)|source code|sign ?up|(?:get|create|obtain|generate) (?:an?|your) |support|pricing|dashboard|console|spec\w*|based on|credits?|licen[cs]e|tutorial|blog|article|portal|wiki|community|forum|e\.g|for example|such as|via|status page|marketplace|latest versions?|check for)\b/i;

/** Data or code that goes to, or comes from, a fixed host that few people know. */
export function unknownHostFindings(span: Span): readonly SkillFinding[] {
  if (span.kind === "description") return [];
  const isCode = span.kind !== "prose" && span.kind !== "hidden";
  const pieces = isCode
    ? [...span.text.matchAll(/[^\n]+/g)].map(({ index, 0: text }) => ({ at: index, text }))
    : sentencesOf(span.text).filter(({ isPair, text }) => isPair !== true && !isQuestion(text));
  const found: SkillFinding[] = [];
  for (const { at, text } of pieces) {
    // A link in the text is for a person to follow.
    const host = unknownHostIn(isCode ? text : text.replace(/(?<=[\p{L}\p{N}.`*)]\]\()https?:[^)]*/gu, " "));
    if (host === undefined) continue;
    if (isCode ? !talks.test(text) : !isOrder(text) || negates(text, text.indexOf(host))) continue;
    const stance = isCode ? stanceOf(span, at, text.length) : stanceOf({ ...span, text }, 0, text.length);
    if (stance === "discusses" || (isCode && stance === "avoids")) continue;
    found.push({
      rule: "network.unknown-host",
      risk: "network",
      severity: "high",
      file: span.file,
      line: span.line + span.text.slice(0, at).split("\n").length - 1,
      message: `It talks to ${host}, which is no well-known service.`,
      excerpt: excerptOf(text),
    });
    if (found.length >= 3) break;
  }
  return found;
}

function isOrder(text: string): boolean {
  return brings.test(text) || (names.test(text) && !toRead.test(text));
}

function unknownHostIn(text: string): string | undefined {
  const named = text.matchAll(
    /\b(?:https?|wss?|ftps?|ssh|git|tcp|stratum\+\w+):\/\/(?:[^\s/@"'<>]{1,80}@)?([\w-]{1,60}(?:\.[\w-]{1,60}){1,5})|\b[\w.+-]{1,40}@([\w-]{1,60}(?:\.[\w-]{1,60}){1,5})|\/dev\/(?:tcp|udp)\/([\w.-]{3,80})|\b(?:nc|ncat|host|nslookup|dig|ssh|curl|wget)\s(?:-\w+\s){0,4}([\w-]{1,60}(?:\.[\w-]{1,60}){1,5})\b(?=[\s/:]|$)|[\"'(/]([\w-]{1,60}(?:\.[\w-]{1,60}){1,5})(?:[\"']?\s*,\s*[\"']?\d{2,5}\b|:\d{2,5}\b|\/\d{2,5}\b)|\s(?:-o|--url|--pool|--server)[ =]([\w-]{1,60}(?:\.[\w-]{1,60}){1,5}):\d|HTTPS?Connection\(\s*[\"']([\w.-]{3,80})[\"']|\b(?:host|hostname)[\"']?\s*[:=]\s*[\"']([\w-]{1,60}(?:\.[\w-]{1,60}){1,5})[\"']|\b(?:to|on|at|with|from|of|outside of|says?,)\s+([\w-]{1,60}(?:\.[\w-]{1,60}){0,4}\.(?:com|net|org|io|dev|co|ai|xyz|top|site|online|example|cloud|info|me|ru|cn|tk|pw|cc|invalid|test))\b(?=[\s,.;:/]|$)/g,
  );
  for (const [, ...groups] of named) {
    const host = (groups.find((group) => group !== undefined) ?? "").toLowerCase();
    if (
      !placeholder.test(host) &&
      !isWellKnown(host) &&
      !/\.(?:sh|py|md|txt|json|m?js|tsx?|jsx|html?|ya?ml|csv|zip|tgz|gz|png|jpe?g|svg|go|rs|java|rb|c|cc|cpp|h|php|css|toml|lock|log|xml|sql|env|conf|ini|cfg|kt|swift|vue|db|pdf|docx?|xlsx?|exe|local|ps1|bat)$/.test(
        host,
      )
    )
      return host;
  }
  return undefined;
}

export function isWellKnown(host: string): boolean {
  const labels = host.split(".");
  return labels.some((_, index) => wellKnown.has(labels.slice(index).join(".")));
}
