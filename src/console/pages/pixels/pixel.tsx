// One pixel: whether its events arrive, and if not, why.
import type { PixelRejections } from '../../../domains/measurement/pixels/get-pixel-rejections.ts';
import { OTHER_ORIGINS } from '../../../pixel/rejections.ts';
import { Card, Facts, PageHead } from '../../components/card.tsx';
import { Code, CodeBlock } from '../../components/code.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { Table, TwoLines } from '../../components/table.tsx';
import { count, plural, Time } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { writes } from '../../rights.ts';
import { Orders } from './orders.tsx';
import { LastEvent, PixelState, requireAccount } from './pixel-parts.tsx';
import { rejectionWords } from './rejection-words.ts';
import { StoreSnippets } from './store-snippets.tsx';

type Rejection = PixelRejections['rows'][number];

export const pixelPage = placePage({
  path: '/pixels/:pixel',
  show: async (at) => {
    requireAccount(at);
    const params = { id: at.params.pixel ?? '' };
    const orders = { pixel: params.id, name: 'purchase', limit: '10' };
    const [pixel, rejections, { items }] = await Promise.all([
      at.run('GET /v1/pixels/:id', { params }),
      at.run('GET /v1/pixels/:id/rejections', { params }),
      at.run('GET /v1/pixel-events', { query: orders }),
    ]);
    const { name, domains, excludedCountries, quality } = pixel;
    const changes = writes(at.place);
    return {
      title: name,
      body: (
        <>
          <PageHead title={name} back={{ href: at.to('/pixels'), label: 'Pixels' }} />
          <Card>
            <Facts
              facts={[
                ['Status', <PixelState pixel={pixel} />],
                ['Last event', <LastEvent pixel={pixel} />],
                ['Events in the last 7 days', count(quality.events)],
                ['Domains', domains.join(', ')],
                ['Excluded countries', excludedCountries.join(', ') || 'None'],
                ['Created', <Time at={pixel.createdAt} exact />],
                ['ID', <Code>{pixel.id}</Code>],
              ]}
            />
            {pixel.status !== 'archived' && (
              <p>
                <a href="/docs#/Pixels/updatePixel">How to change domains and excluded countries</a>
              </p>
            )}
          </Card>
          {items.length > 0 && (
            <Card title="Latest orders" flush>
              <Orders at={at} pixel={pixel.id} orders={items} />
            </Card>
          )}
          <Rejections rejections={rejections} beaconsADay={at.vars.BEACONS_A_DAY} />
          {pixel.status !== 'archived' && (
            <Card title="Install on a website">
              <p>Paste this snippet into every page of your website, before the closing head tag.</p>
              <CodeBlock label="snippet" text={pixel.snippet} />
            </Card>
          )}
          {pixel.status !== 'archived' && (
            <StoreSnippets pixel={pixel} changes={changes} host={at.vars.PUBLIC_URL} />
          )}
        </>
      ),
    };
  },
  actions: {
    renew: async (at, form) => {
      requireAccount(at);
      const params = { id: at.params.pixel ?? '' };
      const body = { renewSandboxKey: true, version: form.version };
      await at.run('PATCH /v1/pixels/:id', { params, body });
      return at.go(at.url.pathname, 'The sandbox key was renewed. Paste the custom pixel’s code again.');
    },
  },
});

function Rejections({
  rejections: { rows, from },
  beaconsADay,
}: {
  rejections: PixelRejections;
  beaconsADay: number;
}) {
  return (
    <Card title="Rejected browser events" flush>
      {rows.length === 0 ? (
        <EmptyState title="No rejected events in the last 24 hours" icon="check">
          Events that browsers send and the pixel does not take are listed here about a minute later, with the
          reason.
        </EmptyState>
      ) : (
        <>
          <Table
            label="Rejected browser events"
            rows={rows}
            columns={[
              {
                label: 'Reason',
                main: true,
                cell: (one) => {
                  const { reason, fix } = rejectionWords(one.reason, beaconsADay);
                  return <TwoLines title={reason}>{fix}</TwoLines>;
                },
              },
              { label: 'Website', cell: websiteOf },
              { label: 'Rejected', numeric: true, cell: rejectedOf },
            ]}
          />
          <p class="card-foot quiet">
            Since <Time at={from} exact />. New rejections are listed about a minute later.
          </p>
        </>
      )}
    </Card>
  );
}

function websiteOf({ origin }: Rejection): string {
  if (origin === null) return 'Unknown';
  return origin === OTHER_ORIGINS ? 'Other websites' : origin;
}

/** The edge counts refused requests, which may contain several events; a network's limit counts events. */
const rejectedOf = ({ reason, count: times }: Rejection): string =>
  plural(times, reason === 'network_limit' ? 'event' : 'request');
