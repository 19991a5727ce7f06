// The first page of a workspace: what needs attention, and key figures.
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
