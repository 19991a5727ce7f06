// What new campaigns of a brand can start from. A partner's page lists its clients, whose templates it uses.
import type { AdTemplate } from '../../../domains/ads/ad-templates/ad-template.ts';
import { ButtonLink } from '../../components/button.tsx';
import { type Column, TwoLines } from '../../components/table.tsx';
import { Time, words } from '../../format.tsx';
import { whyNot } from '../../rights.ts';
import type { PlaceVisit } from '../../visit.ts';
import { listPage } from '../lists/list-page.tsx';
import { State } from '../places/states.tsx';
import { requireAccount } from './campaign-parts.tsx';
import { WHO_CREATES_CAMPAIGNS } from './new-campaign.tsx';

export const templatesPage = listPage<AdTemplate>({
  path: '/campaigns/templates',
  title: 'Templates',
  about: () => 'Settings that a new campaign starts from. Save one from the page of any campaign.',
  action: (at) => (
    <ButtonLink href={at.to('/campaigns/new')} icon="plus" refused={whyNot(WHO_CREATES_CAMPAIGNS)(at)}>
      Create campaign
    </ButtonLink>
  ),
  filters: () => [
    {
      name: 'status',
      label: 'Status',
      options: [
        { value: '', label: 'Active' },
        { value: 'archived', label: 'Archived' },
        { value: 'active,archived', label: 'Active and archived' },
      ],
    },
  ],
  read: (at, query) => {
    requireAccount(at);
    return at.run('GET /v1/ad-templates', { query });
  },
  shown: async (at) => ({ columns: columnsFor(at), nameOf: ({ name }) => name }),
  none: () => ({
    icon: 'megaphone',
    text: 'Open a campaign and choose “Save as template”, so that the next one starts from its settings.',
    next: { path: '/campaigns', label: 'Go to campaigns' },
  }),
});

function columnsFor(at: PlaceVisit): Column<AdTemplate>[] {
  return [
    {
      label: 'Template',
      main: true,
      cell: ({ id, name, campaign: { objective } }) => (
        <TwoLines href={at.to(`/campaigns/templates/${id}`)} title={name}>
          {objective && words(objective)}
        </TwoLines>
      ),
    },
    { label: 'Status', first: true, cell: ({ status }) => <State status={status} /> },
    { label: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
}
