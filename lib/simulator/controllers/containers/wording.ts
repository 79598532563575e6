/** As Go prints a duration: 850ms, 2.5s, 40s, 2m40s, 5m0s. */
export function goDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  if (ms < 60_000) return `${Math.round(ms) / 1000}s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}

/** What containerd says of an image that its registry does not have. */
export function pullError(image: string): string {
  const cause = `failed to resolve reference "${image}": ${image}: not found`;
  return `rpc error: code = NotFound desc = failed to pull and unpack image "${image}": ${cause}`;
}
