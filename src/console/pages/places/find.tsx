// Finds what a person means by a few letters or an ID: pages, creators, programs and campaigns. The frame shows its results
// in a dialog, and without scripts it is a page.
import { keyOperations } from '../../../domains/accounts/keys/operations.ts';
import { AppError } from '../../../kit/error.ts';
import { type IdKind, isId } from '../../../kit/ids.ts';
import type { RouteName } from '../../../run.ts';
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

/** Records that have a page: the route that reads one, and the page's path up to the ID. */
const BY_ID = {
  program: { kind: 'Program', route: 'GET /v1/programs/:id', page: '/programs/' },
  creator: { kind: 'Creator', route: 'GET /v1/creators/:id', page: '/creators/' },
  submission: { kind: 'Submission', route: 'GET /v1/submissions/:id', page: '/submissions/' },
  campaign: { kind: 'Campaign', route: 'GET /v1/campaigns/:id', page: '/campaigns/' },
  adTemplate: { kind: 'Template', route: 'GET /v1/ad-templates/:id', page: '/campaigns/templates/' },
  product: { kind: 'Product', route: 'GET /v1/products/:id', page: '/products/' },
  retainer: { kind: 'Retainer', route: 'GET /v1/retainers/:id', page: '/retainers/' },
  agreement: { kind: 'Agreement', route: 'GET /v1/agreements/:id', page: '/agreements/' },
  sample: { kind: 'Sample', route: 'GET /v1/samples/:id', page: '/samples/' },
  creatorCode: { kind: 'Code', route: 'GET /v1/creator-codes/:id', page: '/codes/' },
  post: { kind: 'Post', route: 'GET /v1/posts/:id', page: '/posts/' },
  adAuthorization: {
    kind: 'Ad authorization',
    route: 'GET /v1/ad-authorizations/:id',
    page: '/ad-authorizations/',
  },
  connection: { kind: 'Connection', route: 'GET /v1/connections/:id', page: '/connections/' },
  pixel: { kind: 'Pixel', route: 'GET /v1/pixels/:id', page: '/pixels/' },
  charge: { kind: 'Charge', route: 'GET /v1/charges/:id', page: '/charges/' },
  payment: { kind: 'Payment', route: 'GET /v1/payments/:id', page: '/payments/' },
  payout: { kind: 'Payout', route: 'GET /v1/payouts/:id', page: '/payouts/' },
  withdrawal: { kind: 'Withdrawal', route: 'GET /v1/withdrawals/:id', page: '/withdrawals/' },
  earning: { kind: 'Earning', route: 'GET /v1/earnings/:id', page: '/earnings/' },
  thread: { kind: 'Messages', route: 'GET /v1/threads/:id', page: '/messages/' },
  adsPlan: { kind: 'Plan', route: 'GET /ads/plans/:id', page: '/plans/' },
} as const satisfies Partial<Record<IdKind, { kind: string; route: RouteName; page: string }>>;

const KINDS = Object.keys(BY_ID) as (keyof typeof BY_ID)[];

/** The path of a record's page in its workspace; null for records without one. */
export function pageOfRecord(id: string): string | null {
  const named = KINDS.find((one) => isId(id, [one]));
  return named === undefined ? null : BY_ID[named].page + id;
}

/** The record with this ID, where the reader may read it. */
async function recordWithId(at: PlaceVisit, id: string): Promise<Found[]> {
  const named = KINDS.find((one) => isId(id, [one]));
  try {
    if (named === undefined) return await shownElsewhere(at, id);
    const { kind, route, page } = BY_ID[named];
    await at.run(route, { params: { id } });
    return [{ kind, href: at.to(page + id), title: id }];
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return [];
    throw error;
  }
}

/** Records that are shown on another record's page, and keys, which no route of the API reads by their ID. */
async function shownElsewhere(at: PlaceVisit, id: string): Promise<Found[]> {
  const isCreator = at.place.type === 'creator';
  const found = (kind: string, path: string): Found[] => [{ kind, href: at.to(path), title: id }];
  if (isId(id, ['application'])) {
    const { creator, program } = await at.run('GET /v1/applications/:id', { params: { id } });
    return found('Application', isCreator ? `/programs/${program}` : `/creators/${creator}`);
  }
  if (isId(id, ['relationship'])) {
    const { creator, account } = await at.run('GET /v1/relationships/:id', { params: { id } });
    return found('Relationship', isCreator ? `/brands/${account}` : `/creators/${creator}`);
  }
  if (isId(id, ['key'])) {
    await at.run(keyOperations.getKey, { params: { id } });
    return found('API key', `/keys/${id}`);
  }
  return [];
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
