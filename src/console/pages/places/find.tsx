// Finds what a person means by a few letters or an ID: pages, creators, programs and campaigns. The frame shows its results
// in a dialog, and without scripts it is a page.
import { type IdKind, isId } from '../../../kit/ids.ts';
import { Button } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { navigationOf } from '../../navigation.ts';
import { placePage } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';

interface Found {
  kind: string;
  href: string;
  title: string;
}

/** The most of each kind that are shown. */
const MOST_OF_A_KIND = '5';

/** Records that have a page, or a list that shows them alone. */
const BY_ID: Partial<
  Record<
    IdKind,
    { kind: string; read: (at: PlaceVisit, id: string) => Promise<unknown>; path: (id: string) => string }
  >
> = {
  program: {
    kind: 'Program',
    read: (at, id) => at.run('GET /v1/programs/:id', { params: { id } }),
    path: (id) => `/programs/${id}`,
  },
  creator: {
    kind: 'Creator',
    read: (at, id) => at.run('GET /v1/creators/:id', { params: { id } }),
    path: (id) => `/submissions?creator=${id}`,
  },
  submission: {
    kind: 'Submission',
    read: (at, id) => at.run('GET /v1/submissions/:id', { params: { id } }),
    path: (id) => `/submissions/${id}`,
  },
  campaign: {
    kind: 'Campaign',
    read: (at, id) => at.run('GET /v1/campaigns/:id', { params: { id } }),
    path: (id) => `/campaigns/${id}`,
  },
  product: {
    kind: 'Product',
    read: (at, id) => at.run('GET /v1/products/:id', { params: { id } }),
    path: (id) => `/products/${id}`,
  },
  sample: {
    kind: 'Sample',
    read: (at, id) => at.run('GET /v1/samples/:id', { params: { id } }),
    path: (id) => `/samples/${id}`,
  },
  creatorCode: {
    kind: 'Code',
    read: (at, id) => at.run('GET /v1/creator-codes/:id', { params: { id } }),
    path: (id) => `/codes/${id}`,
  },
  post: {
    kind: 'Post',
    read: (at, id) => at.run('GET /v1/posts/:id', { params: { id } }),
    path: (id) => `/posts/${id}`,
  },
  adAuthorization: {
    kind: 'Ad authorization',
    read: (at, id) => at.run('GET /v1/ad-authorizations/:id', { params: { id } }),
    path: (id) => `/ad-authorizations/${id}`,
  },
  connection: {
    kind: 'Connection',
    read: (at, id) => at.run('GET /v1/connections/:id', { params: { id } }),
    path: (id) => `/connections/${id}`,
  },
  pixel: {
    kind: 'Pixel',
    read: (at, id) => at.run('GET /v1/pixels/:id', { params: { id } }),
    path: (id) => `/pixels/${id}`,
  },
  earning: {
    kind: 'Earning',
    read: (at, id) => at.run('GET /v1/earnings/:id', { params: { id } }),
    path: (id) => `/earnings/${id}`,
  },
  adsPlan: {
    kind: 'Plan',
    read: (at, id) => at.run('GET /ads/plans/:id', { params: { id } }),
    path: (id) => `/plans/${id}`,
  },
};

/** The record with this ID, where the reader may read it. */
async function recordWithId(at: PlaceVisit, id: string): Promise<Found[]> {
  const [, page] = Object.entries(BY_ID).find(([kind]) => isId(id, [kind as IdKind])) ?? [];
  if (!page) return [];
  const isThere = await page.read(at, id).then(
    () => true,
    () => false,
  );
  return isThere ? [{ kind: page.kind, href: at.to(page.path(id)), title: id }] : [];
}

export const findPage = placePage({
  path: '/find',
  show: async (at) => {
    const words = at.query('q')?.slice(0, 200);
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
              maxlength={200}
              aria-label="Name or ID"
              placeholder="Name or ID"
            />
            <Button look="secondary">Find</Button>
          </form>
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
      href: at.to(`/submissions?creator=${id}`),
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
