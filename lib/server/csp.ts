import "server-only";

/**
 * The Content-Security-Policy of a page: scripts and style sheets of our own, by this answer's nonce. Attributes
 * (`style="width: 40%"`) are how bars and columns get their size, and are allowed. No `upgrade-insecure-requests`: the
 * demo speaks HTTP on loopback.
 */
export function contentSecurityPolicy(nonce: string, isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    // React's development build evaluates strings to rebuild stack traces.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Besides the policy; `isSecure`: people come by https, to which browsers are then held for a year (RFC 6797). */
export function securityHeaders(isSecure: boolean): Readonly<Record<string, string>> {
  return isSecure ? { ...PLAIN_HEADERS, "Strict-Transport-Security": "max-age=31536000" } : PLAIN_HEADERS;
}

const PLAIN_HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  "Cross-Origin-Opener-Policy": "same-origin",
};
