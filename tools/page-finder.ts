// Which page of a registry is at a path.

/** Finds the page at a path without a query. Fixed segments match before parameters: /keys/new is not a key's page. */
export function pageFinder<T extends { path: string }>(pages: readonly T[]): (path: string) => T | undefined {
  const ordered = pages
    .toSorted((a, b) => a.path.split(':').length - b.path.split(':').length)
    .map((page) => ({ page, pattern: new RegExp(`^${page.path.replace(/:\w+/g, '[^/]+')}/?$`) }));
  return (path) => ordered.find(({ pattern }) => pattern.test(path))?.page;
}
