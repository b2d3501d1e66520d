const quietArguments: readonly string[] = [
  "--dns-prefetch-disable",
  "--disable-quic",
  // Under the newer and under the older name.
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--no-pings",
  "--disable-domain-reliability",
  "--disable-client-side-phishing-detection",
  "--safebrowsing-disable-auto-update",
];

/** What keeps a browser from reaching anything: its proxy has a name that nothing is looked up for. */
export const offlineArguments: readonly string[] = [
  "--proxy-server=http://nowhere.invalid:9",
  "--proxy-bypass-list=<-loopback>",
  "--host-resolver-rules=MAP * ~NOTFOUND",
  ...quietArguments,
];

/** What keeps a browser from reaching anything but through the proxy. Background traffic is switched off by Playwright already. */
export function egressArguments(proxyUrl: string): readonly string[] {
  return [
    `--proxy-server=${proxyUrl}`,
    // By itself Chromium goes to loopback and link-local addresses without a proxy.
    "--proxy-bypass-list=<-loopback>",
    // No name is looked up here: a look-up tells a name server what the page wants it to hear.
    `--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE ${new URL(proxyUrl).hostname}`,
    ...quietArguments,
  ];
}
