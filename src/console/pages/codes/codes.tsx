// Codes that credit creators: an account's, or those of the creator who looks.
import type { CreatorCode } from '../../../domains/work/creator-codes/creator-code.ts';
import { STATUSES } from '../../../domains/work/creator-codes/transitions.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Badge, Card, PageHead } from '../../components/card.tsx';
import { EmptyState } from '../../components/notice.tsx';
import { type Filter, Pager, Table, TwoLines } from '../../components/table.tsx';
import { count, money, Time, words } from '../../format.tsx';
import { placePage } from '../../page.ts';
import { writesAsAccount } from '../../rights.ts';
import { narrowed } from '../narrowed.tsx';
import { brandNames, namesFor } from '../places/names.ts';
import { stateOptions } from '../places/states.tsx';

const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', options: stateOptions('All except archived', STATUSES) },
];

export const codesPage = placePage({
  path: '/codes',
  show: async (at) => {
    const { list, isFiltered, filters } = await narrowed(at, FILTERS, (query) =>
      at.run('GET /v1/creator-codes', { query }),
    );
    const { items, nextCursor } = list;
    const isCreator = at.place.type === 'creator';
    const [names, brandOf] = await Promise.all([namesFor(at, items), brandNames(at)]);
    return {
      title: 'Codes',
      body: (
        <>
          <PageHead
            title="Codes"
            action={
              writesAsAccount(at.place) ? (
                <ButtonLink href={at.to('/codes/new')}>Create code</ButtonLink>
              ) : undefined
            }
          >
            {isCreator
              ? 'The codes that credit you. Share them with your audience only.'
              : 'The codes that credit your creators for sales without a link.'}
          </PageHead>
          {filters}
          <Card flush>
            {items.length === 0 ? (
              <EmptyState title={isFiltered ? 'No codes match' : 'No codes yet'} icon="key">
                {isFiltered
                  ? 'Change or clear the filters.'
                  : isCreator
                    ? 'Codes that brands give you appear here, with how often they were used.'
                    : 'Codes that you give your creators appear here, with how often they were used.'}
              </EmptyState>
            ) : (
              <Table
                label="Codes"
                rows={items}
                columns={[
                  {
                    label: 'Code',
                    main: true,
                    cell: (one) => (
                      <TwoLines href={at.to(`/codes/${one.id}`)} title={one.code}>
                        {isCreator ? brandOf(one.account) : names.creator(one.creator)}
                      </TwoLines>
                    ),
                  },
                  { label: 'Discount', cell: (one) => offOf(one) ?? '—' },
                  { label: 'Orders', numeric: true, cell: (one) => count(one.uses) },
                  { label: 'Created', cell: (one) => <Time at={one.createdAt} /> },
                  { label: 'Status', cell: (one) => <CodeState code={one} /> },
                ]}
              />
            )}
          </Card>
          <Pager next={nextCursor} />
        </>
      ),
    };
  },
});

/** What a code takes off; null where that is not known. */
export function offOf({ percent, amount, currency, shop }: CreatorCode): string | null {
  const share = shop?.percent ?? percent;
  if (share !== null) return `${share}% off`;
  const cents = shop?.amount ?? amount;
  return cents === null || currency === null ? null : `${money(cents, currency)} off`;
}

export function CodeState({ code: { status, shop } }: { code: CreatorCode }) {
  if (status === 'flagged') return <Badge tone="warning">Flagged</Badge>;
  if (shop?.status === 'failed') return <Badge tone="danger">Not created</Badge>;
  return <Badge tone={status === 'active' ? 'success' : 'neutral'}>{words(status)}</Badge>;
}
