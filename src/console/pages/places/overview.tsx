// The first page of a place: what waits, and how things stand.
import { placePage } from '../../page.ts';
import { accountOverview } from './overview-account.tsx';
import { creatorOverview } from './overview-creator.tsx';

export const overviewPage = placePage({
  path: '',
  show: async (at) => ({
    title: 'Overview',
    body: at.place.type === 'creator' ? await creatorOverview(at) : await accountOverview(at),
  }),
});
