// Which pages link to the API's reference.
import type { Place } from '../../../src/auth/person.ts';
import { navigationOf } from '../../../src/console/navigation.ts';
import type { Opened } from './look-around.ts';
import { linksIn } from './page-forms.ts';
import { pageAt } from './registry.ts';

const OWNERS: Place = {
  ...{ id: 'acct_1', name: 'Northwind', type: 'brand', status: 'active', role: 'owner', own: true },
};

/** The templates of pages that link to it: those that the navigation has under Developers, with what is below them, and others. */
export function linksToReference(opened: readonly Opened[]): { under: string[]; elsewhere: string[] } {
  const linking = opened.filter(({ answer }) =>
    linksIn(answer.html).some((href) => /^\/(?:docs|openapi)\b/.test(href)),
  );
  const developers = navigationOf(OWNERS)
    .find(({ label }) => label === 'Developers')!
    .items.map((entry) => `/app/:place${entry.path}`);
  const isUnder = (page: string) => developers.some((one) => page === one || page.startsWith(`${one}/`));
  const pages = [...new Set(linking.map(({ path }) => pageAt(path)!.path))];
  return { under: pages.filter(isUnder), elsewhere: pages.filter((page) => !isUnder(page)) };
}
