// The sessions of frames on the account's own sites: who works in them, where, and how to end them.
import type { AccountKey } from '../../../domains/accounts/keys/account-key.ts';
import { keyOperations } from '../../../domains/accounts/keys/operations.ts';
import type { Embed } from '../../../domains/embedding/embeds/embed.ts';
import { embedOperations } from '../../../domains/embedding/embeds/operations.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Badge, type BadgeTone, Card, PageHead } from '../../components/card.tsx';
import { Code } from '../../components/code.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Filters } from '../../components/filters.tsx';
import { NoneMatch } from '../../components/none-match.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { type Column, Pager, Table, TwoLines } from '../../components/table.tsx';
import { browserName, plural, Time, words } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { writesAsOwnAccount } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { type Names, namesFor } from '../places/names.ts';

const ENDS: Record<NonNullable<Embed['endedBy']>, string> = {
  ended: 'Ended in the console or by the API',
  key_revoked: 'Its key was revoked',
  origin_removed: "Its origin was removed from the key's allowed origins",
  account_left: 'The account left its partner',
  creator_removed: 'The creator no longer works with you',
  taken_over: 'A person took the creator over',
};

const STATUSES: Record<Embed['status'], { label: string; tone: BadgeTone; why: string }> = {
  created: { label: 'Not opened yet', tone: 'info', why: 'Its secret can still be used' },
  open: { label: 'Open', tone: 'success', why: '' },
  expired: { label: 'Expired', tone: 'neutral', why: '' },
  ended: { label: 'Ended', tone: 'warning', why: '' },
};

const stillOpens = ({ status }: Embed) => status === 'created' || status === 'open';

export const embedsPage = placePage({
  path: '/embeds',
  show: async (at) => {
    const creator = at.query('creator');
    const [{ items, nextCursor }, counted, keys] = await Promise.all([
      at.run('GET /v1/embeds', { query: at.given('creator', 'status', 'cursor') }),
      at.run(embedOperations.countEmbeds, { query: at.given('creator') }),
      at.run(keyOperations.listKeys, { query: { limit: '100' } }),
    ]);
    const names = await namesFor(at, [...items, ...(creator ? [{ creator }] : [])]);
    const nameOf = (id: string) => keys.items.find((key) => key.id === id)?.name ?? id;
    const changes = writesAsOwnAccount(at.place);
    const add = (
      <ButtonLink href={at.to('/embeds/new')} icon="plus">
        Add to your site
      </ButtonLink>
    );
    const filtered = Object.keys(at.given('creator', 'status')).length > 0;
    return {
      title: 'Embeds',
      body: (
        <>
          <PageHead title="Embeds" action={add}>
            Sessions of your creators on your own sites. They are listed for 30 days.
          </PageHead>
          {counted.keys.length > 0 && (
            <OpenNow counts={counted.keys} nameOf={nameOf} known={keys.items} changes={changes} />
          )}
          {creator && (
            <OfCreator
              at={at}
              creator={creator}
              name={names.creator(creator)}
              count={counted.ofCreator}
              changes={changes}
            />
          )}
          <Filters
            kept={['creator']}
            filters={[
              {
                name: 'status',
                label: 'Show',
                options: [
                  { value: '', label: 'All sessions' },
                  { value: 'open', label: 'Open now' },
                  { value: 'created', label: 'Not opened yet' },
                ],
              },
            ]}
          />
          <Card flush>
            {items.length > 0 ? (
              <Table
                label="Sessions"
                rows={items}
                columns={[...columnsFor(at, names, nameOf), ...(changes ? [ENDING] : [])]}
              />
            ) : filtered ? (
              <NoneMatch title="No sessions match" all={at.url.pathname}>
                Clear the filters to see all of the last 30 days.
              </NoneMatch>
            ) : (
              <EmptyState title="No sessions yet" icon="apps" action={add}>
                A session begins each time your site shows a frame to one of your creators.
              </EmptyState>
            )}
          </Card>
          <Pager next={nextCursor} />
        </>
      ),
    };
  },
  actions: {
    end: async (at, form) => {
      const params = { id: form.text('_id') };
      await at.run('PATCH /v1/embeds/:id', { params, body: { status: 'ended' } });
      return at.go(at.url.pathname + at.url.search, 'The session was ended.');
    },
    endKey: async (at, form) => {
      await at.run(embedOperations.endEmbeds, { body: { key: form.text('_id') } });
      return at.go(at.url.pathname, 'All sessions of the key were ended.');
    },
    endCreator: async (at, form) => {
      await at.run(embedOperations.endEmbeds, { body: { creator: form.text('_id') } });
      return at.go(at.url.pathname + at.url.search, 'All sessions of the creator were ended.');
    },
  },
});

interface OpenProps {
  counts: readonly { key: string; count: number }[];
  nameOf: (key: string) => string;
  known: readonly AccountKey[];
  changes: boolean;
}

/** The sessions that work at this moment, by the key that made them. */
function OpenNow({ counts, nameOf, known, changes }: OpenProps) {
  const ending: Column<{ key: string; count: number }> = {
    label: 'Actions',
    actions: true,
    cell: ({ key, count }) => (
      <Confirm
        action="endKey"
        id={key}
        label="End all"
        small
        title={`End ${plural(count, 'session')} of ${nameOf(key)}?`}
        confirm="End all"
      >
        <p>
          Open frames stop at the creator's next action. Your site can create new sessions: revoke the key to
          prevent that.
        </p>
      </Confirm>
    ),
  };
  return (
    <Card title="Active sessions" flush>
      <Table
        label="Keys with sessions that work"
        rows={counts}
        columns={[
          {
            label: 'Key',
            main: true,
            cell: ({ key }) => (
              <TwoLines title={nameOf(key)}>{known.some(({ id }) => id === key) && key}</TwoLines>
            ),
          },
          { label: 'Sessions', cell: ({ count }) => plural(count, 'session') },
          ...(changes ? [ending] : []),
        ]}
      />
    </Card>
  );
}

interface OfCreatorProps {
  at: PlaceVisit;
  creator: string;
  name: string;
  count: number;
  changes: boolean;
}

function OfCreator({ creator, name, count, changes }: OfCreatorProps) {
  return (
    <Card
      title={`Sessions of ${name}`}
      action={
        changes &&
        count > 0 && (
          <Confirm
            action="endCreator"
            id={creator}
            label="End all"
            title={`End ${plural(count, 'session')} of ${name}?`}
            confirm="End all"
          >
            <p>Open frames stop at the creator's next action. Your site can create new sessions.</p>
          </Confirm>
        )
      }
    >
      <p>{count === 0 ? 'No active sessions.' : `${plural(count, 'active session')}.`}</p>
    </Card>
  );
}

function columnsFor(at: PlaceVisit, names: Names, nameOf: (key: string) => string): Column<Embed>[] {
  return [
    {
      label: 'Component',
      main: true,
      cell: (one) => <TwoLines title={words(one.component)}>{<Code>{one.id}</Code>}</TwoLines>,
    },
    {
      label: 'Creator',
      cell: ({ creator }) => <a href={at.to(`/embeds?creator=${creator}`)}>{names.creator(creator)}</a>,
    },
    {
      label: 'Origin',
      cell: (one) => <TwoLines title={one.origin}>{`by ${nameOf(one.key)}`}</TwoLines>,
    },
    {
      label: 'Status',
      cell: (one) => {
        const { label, tone, why } = STATUSES[one.status];
        return (
          <TwoLines title={<Badge tone={tone}>{label}</Badge>}>
            {one.endedBy === null ? why : ENDS[one.endedBy]}
          </TwoLines>
        );
      },
    },
    { label: 'Created', cell: (one) => <Time at={one.createdAt} exact /> },
    {
      label: 'Opened',
      cell: (one) =>
        one.openedAt === null ? (
          'Never'
        ) : (
          <TwoLines title={<Time at={one.openedAt} exact />}>
            {one.openedWith && browserName(one.openedWith)}
          </TwoLines>
        ),
    },
  ];
}

const ENDING: Column<Embed> = {
  label: 'Actions',
  actions: true,
  cell: (one) =>
    stillOpens(one) && (
      <Confirm
        action="end"
        id={one.id}
        label="End"
        small
        title={`End the session of ${words(one.component)} at ${one.origin}?`}
        confirm="End session"
      >
        <p>The open frame stops at the creator's next action. Your site can create a new session.</p>
      </Confirm>
    ),
};
