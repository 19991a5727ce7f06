/** Whether a request's address belongs to the pixel. Here alone, so that asking loads nothing of it. */
export function isPixelPath(url: string): boolean {
  return url.startsWith('/px/', url.indexOf('/', 8));
}
