// Codes that credit creators: an account's, or those of the creator who looks.
import type { CreatorCode } from '../../../domains/work/creator-codes/creator-code.ts';
import { STATUSES } from '../../../domains/work/creator-codes/transitions.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Badge } from '../../components/card.tsx';
import { type Column, TwoLines } from '../../components/table.tsx';
import { count, money, Time, words } from '../../format.tsx';
import { whyNot, writesAsAccount } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { CreatorLink } from '../creator-link.tsx';
import { listPage } from '../lists/list-page.tsx';
import { brandNames, type Names, namesFor } from '../places/names.ts';
import { stateOptions } from '../places/states.tsx';
import { WHO_CREATES_CODES } from './new-code.tsx';

export const codesPage = listPage<CreatorCode>({
  path: '/codes',
  title: 'Codes',
  about: ({ place }) =>
    place.type === 'creator'
      ? 'The codes that credit you. Share them with your audience only.'
      : 'The codes that credit your creators for sales without a link.',
  action: (at) =>
    at.place.type !== 'creator' && (
      <ButtonLink href={at.to('/codes/new')} refused={whyNot(WHO_CREATES_CODES)(at)}>
        Create code
      </ButtonLink>
    ),
  filters: () => [
    { name: 'status', label: 'Status', options: stateOptions('All except archived', STATUSES) },
  ],
  narrows: true,
  read: (at, query) => at.run('GET /v1/creator-codes', { query }),
  exported: 'creator-codes',
  shown: async (at, rows) => {
    const [names, brandOf] = await Promise.all([namesFor(at, rows), brandNames(at)]);
    return { columns: columnsFor(at, names, brandOf), nameOf: ({ code }) => code, names };
  },
  none: (at) =>
    at.place.type === 'creator'
      ? {
          icon: 'key',
          text: 'Codes that brands give you appear here, with how often they were used.',
          next: { path: '/programs', label: 'View programs' },
        }
      : {
          icon: 'key',
          text: 'Codes that you give your creators appear here, with how often they were used.',
          next: writesAsAccount(at.place) && { path: '/codes/new', label: 'Create code' },
        },
});

function columnsFor(
  at: PlaceVisit,
  names: Names,
  brandOf: (account: string) => string,
): Column<CreatorCode>[] {
  const isCreator = at.place.type === 'creator';
  return [
    {
      label: 'Code',
      main: true,
      cell: (one) => (
        <TwoLines href={at.to(`/codes/${one.id}`)} title={one.code}>
          {isCreator ? brandOf(one.account) : <CreatorLink at={at} id={one.creator} names={names} />}
        </TwoLines>
      ),
    },
    { label: 'Discount', cell: (one) => offOf(one) ?? '—' },
    { label: 'Orders', numeric: true, cell: (one) => count(one.uses) },
    { label: 'Created', cell: (one) => <Time at={one.createdAt} /> },
    { label: 'Status', first: true, cell: (one) => <CodeState code={one} /> },
  ];
}

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
