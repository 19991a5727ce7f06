// The console's pages, and the kinds of forms on them.
import type { ConsolePage } from '../../../src/console/page.ts';
import { PAGE_GROUPS } from '../../../src/console/pages.ts';
import { pageFinder } from '../../../tools/page-finder.ts';

export const pages: readonly ConsolePage[] = (
  await Promise.all(PAGE_GROUPS.map(({ load }) => load()))
).flat();
const pageOf = pageFinder(pages);

/** The page of the registry at a path. */
export const pageAt = (path: string): ConsolePage | undefined => pageOf(path.split('?')[0]!);

/** Each form of the registry, by the page's path and the action. */
export const FORM_KINDS: readonly string[] = pages.flatMap(({ path, actions }) =>
  Object.keys(actions ?? {}).map((action) => `${path} ${action}`),
);
