// Objects at ad platforms in people's words, and how they differ from what was set here.
import { RESOURCE_NOUNS } from '../../../domains/ads/field-catalogue/catalogue.ts';
import type { AdsResource, SyncState } from '../../../domains/ads/resources/ads-resource.ts';
import { Badge, type BadgeTone } from '../../components/card.tsx';
import { money, Time, words } from '../../format.tsx';
import { adPlatformName } from './campaign-parts.tsx';

const STATES: Record<SyncState, { tone: BadgeTone; name: string }> = {
  local_only: { tone: 'neutral', name: 'Not on the platform' },
  queued: { tone: 'info', name: 'Queued' },
  syncing: { tone: 'info', name: 'Being sent' },
  synced: { tone: 'success', name: 'As set here' },
  waiting_provider: { tone: 'info', name: 'Waiting for the platform' },
  drifted: { tone: 'warning', name: 'Changed on the platform' },
  failed: { tone: 'danger', name: 'Failed' },
  deleted: { tone: 'neutral', name: 'Archived or deleted' },
};

export const syncStateName = (state: SyncState): string => STATES[state].name;

export function SyncBadge({ state }: { state: SyncState }) {
  const { tone, name } = STATES[state];
  return <Badge tone={tone}>{name}</Badge>;
}

export const resourceKindName = (kind: AdsResource['resourceKind']): string => words(RESOURCE_NOUNS[kind]);

type Drift = AdsResource['drift'][number];

const FIELDS: Record<Drift['field'], string> = { name: 'Name', status: 'Status', budget: 'Budget' };

function valueName(value: Drift['here'], currency: string | undefined): string {
  if (typeof value === 'string') return value;
  const [amount, per] = value.daily === null ? [value.lifetime, ' lifetime'] : [value.daily, '/day'];
  return amount === null ? 'None' : `${currency === undefined ? amount : money(amount, currency)}${per}`;
}

const shown = ({ field }: Drift, value: Drift['here'], currency: string | undefined): string =>
  field === 'status' ? words(String(value)) : valueName(value, currency);

/** Each field that differs: here and there. @param currency the ad account's. */
export function Differences({
  resource: { drift, platform },
  currency,
}: {
  resource: AdsResource;
  currency: string | undefined;
}) {
  if (drift.length === 0) return <span class="quiet">—</span>;
  return (
    <span class="two-lines">
      {drift.map((one) => (
        <span>
          {FIELDS[one.field]}: {shown(one, one.here, currency)} here,{' '}
          <strong>{shown(one, one.there, currency)}</strong> on {adPlatformName(platform)}{' '}
          <span class="quiet">
            since <Time at={one.readAt} exact />
          </span>
        </span>
      ))}
    </span>
  );
}

/** What ends a difference. */
export const HOW_IT_ENDS =
  'To keep the value that is here, save it again here or change it back in the platform’s ads manager. To keep the platform’s value, save that one here.';
