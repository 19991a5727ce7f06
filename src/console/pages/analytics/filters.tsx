// The filters of the analytics page: those of the API that make sense for who reads.
import { SOURCES } from '../../../domains/ads/analytics/analytics.ts';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import { SOCIAL_PLATFORMS } from '../../../integrations/social-platforms.ts';
import { type Filter, Filters } from '../../components/filters.tsx';
import { platformName } from '../../format.tsx';
import type { PlaceVisit } from '../../visit.ts';
import { agreedCreators } from '../creator-choice.tsx';
import { wholeList } from '../whole-list.ts';
import { type Asked, type Group, groupAt } from './asked.ts';
import { METRICS, type Mode } from './metrics.ts';

const SOURCE_NAMES: Readonly<Record<(typeof SOURCES)[number], string>> = {
  service: 'Launched here',
  external: 'Launched elsewhere',
  all: 'All',
};

export const GROUP_NAMES: Readonly<Record<Group | 'account', string>> = {
  account: 'Client',
  campaign: 'Campaign',
  submission: 'Submission',
  creator: 'Creator',
  ad: 'Ad',
  platform: 'Platform',
};

/** What can be chosen, by name. */
export interface Choices {
  campaigns: readonly { id: string; name: string }[];
  programs: readonly { id: string; name: string }[];
  creators: readonly { id: string; name: string }[];
  /** A partner’s, by whom its results are split. */
  clients: readonly { id: string; name: string }[];
}

/** Creators choose among their programs alone; a partner looks at one client on that client's page. */
export async function choicesFor(at: PlaceVisit): Promise<Choices> {
  const { type } = at.place;
  const none = { items: [] };
  const [campaigns, programs, creators, clients] = await Promise.all([
    type === 'brand' ? wholeList(at, 'GET /v1/campaigns') : none,
    type === 'partner' ? none : wholeList(at, 'GET /v1/programs'),
    type === 'brand' ? agreedCreators(at) : none,
    type === 'partner' ? wholeList(at, 'GET /v1/brands') : none,
  ]);
  return {
    campaigns: campaigns.items,
    programs: programs.items,
    clients: clients.items,
    creators: creators.items.map(({ id, name, handle }) => ({ id, name: name ?? handle ?? 'A creator' })),
  };
}

export function groupsFor(at: PlaceVisit, mode: Mode): Group[] {
  if (at.place.type === 'creator') return ['submission', 'platform'];
  return mode === 'organic'
    ? ['creator', 'submission', 'platform']
    : ['campaign', 'creator', 'submission', 'ad', 'platform'];
}

export function AnalyticsFilters({
  at,
  asked,
  mode,
  choices,
}: {
  at: PlaceVisit;
  asked: Asked;
  mode: Mode;
  choices: Choices;
}) {
  const platforms = mode === 'organic' ? SOCIAL_PLATFORMS : AD_PLATFORMS;
  const filters: (Filter | false)[] = [
    { kind: 'date', name: 'from', label: 'From', initial: asked.from },
    { kind: 'date', name: 'to', label: 'To', initial: asked.to },
    {
      name: 'mode',
      label: 'Results of',
      options: [
        { value: '', label: 'Ads' },
        { value: 'organic', label: 'Posts' },
      ],
    },
    {
      name: 'show',
      label: 'Chart',
      options: METRICS[mode].map(({ name, label }) => ({ value: name, label })),
    },
    mode === 'paid' &&
      at.place.type !== 'creator' && {
        name: 'source',
        label: 'Ads',
        options: SOURCES.map((value) => ({ value, label: SOURCE_NAMES[value] })),
      },
    {
      name: 'platform',
      label: 'Platform',
      options: [
        { value: '', label: 'All platforms' },
        ...platforms.map((value) => ({ value, label: platformName(value) })),
      ],
    },
    mode === 'paid' && oneOf('campaign', 'Campaign', 'All campaigns', choices.campaigns),
    oneOf('program', 'Program', 'All programs', choices.programs),
    oneOf('creator', 'Creator', 'All creators', choices.creators),
    {
      kind: 'any',
      name: 'group',
      label: 'Split by',
      chosen: groupAt(at),
      options: groupsFor(at, mode).map((value) => ({ value, label: GROUP_NAMES[value] })),
    },
  ];
  return <Filters filters={filters.filter((one) => one !== false)} kept={['submission']} />;
}

const oneOf = (
  name: string,
  label: string,
  all: string,
  some: readonly { id: string; name: string }[],
): Filter | false =>
  some.length > 0 && {
    name,
    label,
    options: [{ value: '', label: all }, ...some.map((one) => ({ value: one.id, label: one.name }))],
  };
