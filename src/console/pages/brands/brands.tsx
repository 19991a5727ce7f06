// The brands and agencies that a creator works with, or was asked by.
import { CONSENTS } from '../../../domains/work/creator-consent/consent.ts';
import type { Relationship } from '../../../domains/work/relationships/relationship.ts';
import { AppError } from '../../../kit/error.ts';
import { TwoLines } from '../../components/table.tsx';
import { Time } from '../../format.tsx';
import { listPage } from '../lists/list-page.tsx';
import { State, stateOptions } from '../places/states.tsx';

/** What each state is called; who asked is the other side of who has not answered. */
export const RELATIONSHIP_NAMES = {
  invited: 'Invitation',
  requested: 'Waiting for the brand',
  agreed: 'Working together',
  ended: 'Ended',
  declined: 'Declined',
} as const;

export const brandsPage = listPage<Relationship>({
  path: '/brands',
  title: 'Brands',
  about: () => 'Brands and agencies that you work with, or that asked you.',
  filters: () => [
    {
      name: 'status',
      label: 'Status',
      options: stateOptions('Any status', CONSENTS, RELATIONSHIP_NAMES),
    },
  ],
  read: (at, query) => {
    if (at.place.type !== 'creator') throw new AppError('permission_denied', 'Accounts have a roster.');
    return at.run('GET /v1/relationships', { query });
  },
  exported: 'relationships',
  shown: async (at) => ({
    nameOf: ({ accountName }) => accountName,
    columns: [
      {
        label: 'Brand',
        main: true,
        cell: ({ account, accountName, relationship }) => (
          <TwoLines href={at.to(`/brands/${account}`)} title={accountName}>
            {relationship === 'represented' && 'Represents you'}
          </TwoLines>
        ),
      },
      {
        label: 'Status',
        first: true,
        cell: ({ status }) => <State status={status} own={RELATIONSHIP_NAMES} />,
      },
      {
        label: 'Next step',
        cell: ({ account, status }) =>
          status === 'invited' ? <a href={at.to(`/brands/${account}`)}>Answer invitation</a> : '—',
      },
      { label: 'Since', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
    ],
  }),
  none: () => ({
    icon: 'people',
    text: 'Brands whose programs you apply to, and brands that invite you, appear here.',
    next: { path: '/programs/discover', label: 'Discover programs' },
  }),
});
