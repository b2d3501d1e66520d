/** Names of Trusted Types: what becomes HTML was sanitised, and what becomes a script is a file of ours. */
const trustedTypes = "require-trusted-types-for 'script'; trusted-types dompurify hermes";

/**
 * The page loads what comes from here, and nothing from elsewhere: neither a picture, which would tell its server what was said, nor
 * a frame that leads away.
 */
const pagePolicy: string = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  trustedTypes,
].join("; ");

/** Of documents that the agent made: an origin of their own, scripts of their own, and no network. */
const canvasPolicy: string = [
  "sandbox allow-scripts",
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval'",
  "style-src 'unsafe-inline'",
  "img-src data: blob:",
  "font-src data:",
  "media-src data: blob:",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Of the frame that draws diagrams: it has an origin of its own too, and runs our script alone. */
const drawingPolicy: string = [
  "sandbox allow-scripts",
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Where a frame may connect to at all. Closes what no content security policy does: WebRTC, and what a browser connects ahead of time. */
const frameConnections = (path: string): string =>
  path === "/frame/canvas.html" ? "()" : "(response-origin)";

/** The assets hold no secret, and a sandboxed frame, whose origin is `null`, loads its scripts by CORS. */
const publicHeaders: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
};

/** Whether a file may be read from every origin. */
export function isPublicAsset(path: string): boolean {
  return path.startsWith("/assets/");
}

/** What a file of the page says of itself. */
export function pageHeaders(path: string): Readonly<Record<string, string>> {
  const permissions = { "permissions-policy": "camera=(), geolocation=()" };
  if (isPublicAsset(path)) return { "content-security-policy": pagePolicy, ...permissions, ...publicHeaders };
  if (!path.startsWith("/frame/")) return { "content-security-policy": pagePolicy, ...permissions };
  return {
    "content-security-policy": path === "/frame/canvas.html" ? canvasPolicy : drawingPolicy,
    "connection-allowlist": frameConnections(path),
    "x-frame-options": "SAMEORIGIN",
    "x-dns-prefetch-control": "off",
    "cross-origin-resource-policy": "cross-origin",
  };
}
