/**
 * Whether a request's URL belongs to the pixel. A file of its own, so that checking loads none of the pixel's
 * code.
 */
export function isPixelPath(url: string): boolean {
  return url.startsWith('/px/', url.indexOf('/', 8));
}
