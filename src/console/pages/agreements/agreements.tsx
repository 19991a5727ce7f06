// The agreements of an account: PDFs that creators accept.
import { AGREEMENT_STATUSES } from '../../../domains/work/agreement-rules/agreement.ts';
import type { Agreement } from '../../../domains/work/agreements/agreement-record.ts';
import { AppError } from '../../../kit/error.ts';
import { ButtonLink } from '../../components/button.tsx';
import { type Column, TwoLines } from '../../components/table.tsx';
import { count, Time } from '../../format.tsx';
import { whyNot, writesAsAccount } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { listPage } from '../lists/list-page.tsx';
import { State, stateOptions } from '../places/states.tsx';
import { appliesTo, WRITES_NONE } from './agreement-words.ts';

export function requireAccount({ place }: PlaceVisit): void {
  if (place.type === 'creator')
    throw new AppError(
      'permission_denied',
      'Only accounts have agreements. You accept theirs with your work.',
    );
}

export const agreementsPage = listPage<Agreement>({
  path: '/agreements',
  title: 'Agreements',
  about: () => 'Documents that creators accept before they work with you.',
  action: (at) => (
    <ButtonLink href={at.to('/agreements/new')} refused={whyNot(WRITES_NONE)(at)}>
      Create agreement
    </ButtonLink>
  ),
  filters: () => [
    { name: 'status', label: 'Status', options: stateOptions('Any status', AGREEMENT_STATUSES) },
  ],
  read: (at, query) => {
    requireAccount(at);
    return at.run('GET /v1/agreements', { query });
  },
  exported: 'agreements',
  shown: async (at) => ({ columns: columnsFor(at), nameOf: ({ title }) => title }),
  none: (at) => ({
    icon: 'log',
    text: 'Upload a PDF, such as your terms, and choose which creators accept it.',
    next: writesAsAccount(at.place) && { path: '/agreements/new', label: 'Create agreement' },
  }),
});

function columnsFor(at: PlaceVisit): Column<Agreement>[] {
  return [
    {
      label: 'Agreement',
      main: true,
      cell: ({ id, title, latestVersion }) => (
        <TwoLines href={at.to(`/agreements/${id}`)} title={title}>
          {latestVersion && `Version ${latestVersion.version}`}
        </TwoLines>
      ),
    },
    { label: 'Status', first: true, cell: ({ status }) => <State status={status} /> },
    { label: 'Applies to', cell: ({ applicability }) => appliesTo(applicability) },
    { label: 'Accepted', numeric: true, cell: ({ acceptedCount }) => count(acceptedCount) },
    {
      label: 'Not accepted',
      numeric: true,
      cell: ({ id, pendingCount }) =>
        pendingCount === 0 ? '0' : <a href={at.to(`/agreements/${id}`)}>{count(pendingCount)}</a>,
    },
    { label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
}
