const IMAGE =
  /^[a-z0-9][a-z0-9._-]*(?::\d{1,5})?(?:\/[a-z0-9][a-z0-9._-]*)*(?::[\w][\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/;
const DIGEST = /@sha256:[0-9a-f]{64}$/;

/** `registry[:port]/path[:tag][@sha256:digest]`, as container runtimes read it. */
export function isImageWellFormed(image: string): boolean {
  return image.length <= 300 && IMAGE.test(image);
}

/**
 * Does the image begin with one of the prefixes, and end or go on at a boundary there? "registry.lab" allows
 * "registry.lab/x" and not "registry.lab.example.com/x". No prefix allows nothing.
 */
export function isImageAllowed(image: string, prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => {
    if (prefix === "" || !image.startsWith(prefix)) return false;
    return (
      prefix.endsWith("/") || image.length === prefix.length || "/:@".includes(image.charAt(prefix.length))
    );
  });
}

/** An image without a digest can change under the class. */
export function isImagePinned(image: string): boolean {
  return DIGEST.test(image);
}
