// Finds what a person means by a few letters or an ID: pages, creators, programs and campaigns. The frame shows its results
// in a dialog, and without scripts it is a page.
import { Button } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { SearchCut } from '../../components/filters.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { navigationOf } from '../../navigation.ts';
import { placePage } from '../../page.ts';
import { MOST_SEARCHED, type PlaceVisit } from '../../visit.ts';
import { type Found, recordWithId } from './find-record.ts';

/** The most of each kind that are shown. */
const MOST_OF_A_KIND = '5';

export const findPage = placePage({
  path: '/find',
  show: async (at) => {
    const words = at.query('q');
    const found = words === undefined ? pagesNamed(at, '') : await find(at, words);
    if (at.query('part') !== undefined) return { title: 'Find', part: true, body: <Results found={found} /> };
    return {
      title: 'Find',
      body: (
        <>
          <PageHead title="Find">Pages, creators, programs, campaigns, and any ID.</PageHead>
          <form method="get" action={at.url.pathname} class="filters-plain" aria-label="Find">
            <input
              class="input"
              type="search"
              name="q"
              value={words}
              maxlength={MOST_SEARCHED}
              aria-label="Name or ID"
              placeholder="Name or ID"
            />
            <Button look="secondary">Find</Button>
          </form>
          <SearchCut />
          <Card flush>
            <Results found={found} />
          </Card>
        </>
      ),
    };
  },
});

function Results({ found }: { found: readonly Found[] }) {
  if (found.length === 0) return <EmptyState title="Nothing found">Try the beginning of a name.</EmptyState>;
  return (
    <ul class="found">
      {found.map(({ kind, href, title }) => (
        <li>
          <a href={href}>
            <span>{title}</span>
            <span class="quiet">{kind}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function pagesNamed(at: PlaceVisit, words: string): Found[] {
  return navigationOf(at.place)
    .flatMap(({ items }) => items)
    .filter(({ label }) => label.toLowerCase().includes(words.toLowerCase()))
    .map(({ label, path }) => ({ kind: 'Page', href: at.to(path), title: label }));
}

async function find(at: PlaceVisit, words: string): Promise<Found[]> {
  const query = { q: words, limit: MOST_OF_A_KIND };
  const isAccount = at.place.type !== 'creator';
  const [byId, creators, programs, campaigns] = await Promise.all([
    recordWithId(at, words),
    isAccount ? at.run('GET /v1/creators', { query }) : NOTHING,
    at.run('GET /v1/programs', { query }),
    at.place.type === 'brand' ? at.run('GET /v1/campaigns', { query }) : NOTHING,
  ]);
  return [
    ...byId,
    ...pagesNamed(at, words),
    ...creators.items.map(({ id, name, handle }) => ({
      kind: 'Creator',
      href: at.to(`/creators/${id}`),
      title: name ?? handle ?? 'A creator',
    })),
    ...programs.items.map(({ id, name }) => ({
      kind: 'Program',
      href: at.to(`/programs/${id}`),
      title: name,
    })),
    ...campaigns.items.map(({ id, name }) => ({
      kind: 'Campaign',
      href: at.to(`/campaigns/${id}`),
      title: name,
    })),
  ];
}

const NOTHING = { items: [] };
