// An account's programs, or those that a creator is in.
import {
  PROGRAM_PLATFORMS,
  PROGRAM_STATUSES,
  type Program,
} from '../../../domains/work/program-terms/program.ts';
import { ButtonLink } from '../../components/button.tsx';
import { filterBy } from '../../components/filters.tsx';
import { type Column, TwoLines } from '../../components/table.tsx';
import { count, money, platformName, Time, words } from '../../format.tsx';
import { whyNot, writesAsAccount } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { listPage, OLDEST_FIRST } from '../lists/list-page.tsx';
import { State, stateOptions } from '../places/states.tsx';
import { WHO_CREATES_PROGRAMS } from './new-program.tsx';

export const programsPage = listPage<Program>({
  path: '/programs',
  title: 'Programs',
  about: ({ place }) =>
    place.type === 'creator'
      ? 'Programs that you applied to or were invited to.'
      : 'Briefs for creators, and what you pay.',
  action: (at) =>
    at.place.type === 'creator' ? (
      <ButtonLink look="secondary" href={at.to('/programs/discover')}>
        Discover programs
      </ButtonLink>
    ) : (
      <ButtonLink href={at.to('/programs/new')} icon="plus" refused={whyNot(WHO_CREATES_PROGRAMS)(at)}>
        Create program
      </ButtonLink>
    ),
  filters: () => [
    { kind: 'text', name: 'q', label: 'Name', placeholder: 'How it begins' },
    { name: 'status', label: 'Status', options: stateOptions('All except archived', PROGRAM_STATUSES) },
    filterBy('platform', 'Platform', 'Any platform', PROGRAM_PLATFORMS, platformName),
  ],
  // An agreement leads to the programs that ask for it.
  kept: ['agreement'],
  sorts: [OLDEST_FIRST],
  read: (at, query) => at.run('GET /v1/programs', { query }),
  exported: 'programs',
  shown: async (at) => ({ columns: columnsFor(at), nameOf: ({ name }) => name }),
  none: (at) =>
    at.place.type === 'creator'
      ? {
          icon: 'program',
          text: 'Programs that you apply to, or are invited to, appear here.',
          next: { path: '/programs/discover', label: 'Discover programs' },
        }
      : {
          icon: 'program',
          text: "A program has your brief and the creators' pay.",
          next: writesAsAccount(at.place) && { path: '/programs/new', label: 'Create program' },
        },
});

function columnsFor(at: PlaceVisit): Column<Program>[] {
  const facts: Column<Program>[] = [
    {
      label: 'Program',
      main: true,
      cell: (one) => (
        <TwoLines href={at.to(`/programs/${one.id}`)} title={one.name}>
          {one.brandName ?? words(one.type)}
          {one.platforms.length > 0 && `, ${one.platforms.map(platformName).join(', ')}`}
        </TwoLines>
      ),
    },
    { label: 'Status', first: true, cell: (one) => <State status={one.status} /> },
    { label: 'Created', cell: (one) => <Time at={one.createdAt} /> },
  ];
  if (at.place.type === 'creator')
    return [
      ...facts,
      {
        label: 'Products',
        cell: ({ id, products }) =>
          products.length === 0 ? '—' : <a href={at.to(`/products?program=${id}`)}>See products</a>,
      },
    ];
  const numbers: Column<Program>[] = [
    { label: 'Creators', numeric: true, cell: (one) => count(one.stats?.creators ?? 0) },
    { label: 'Applications', numeric: true, cell: (one) => count(one.stats?.applications ?? 0) },
    { label: 'Submissions', numeric: true, cell: (one) => count(one.stats?.submissions ?? 0) },
  ];
  // Members cannot see money, and spend is money.
  if (at.place.role === 'member') return [...facts, ...numbers];
  const spend: Column<Program> = {
    label: 'Spent',
    numeric: true,
    cell: (one) => {
      const spend = one.stats?.spend ?? null;
      return one.pay.currency && spend !== null ? money(spend, one.pay.currency) : '—';
    },
  };
  return [...facts, ...numbers, spend];
}
