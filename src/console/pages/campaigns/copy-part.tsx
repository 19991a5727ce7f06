// Copies an ad or an ad set of a campaign, from the campaign's page.
import type { Ad, AdSet } from '../../../domains/ads/ad-records/ad-record.ts';
import type { Campaign } from '../../../domains/ads/campaign-record/campaign.ts';
import { Confirm } from '../../components/dialog.tsx';
import { Select, TextField } from '../../components/fields.tsx';
import type { PlaceVisit } from '../../visit.ts';

/** No platform allows a longer name. The platform's own limit may be lower, and says so. */
const MAX_NAME = 380;

/** Whether this person may copy parts of the campaign: a partner asks its client by a change of the campaign. */
export const mayCopyParts = (at: PlaceVisit, { partnerApproval }: Campaign): boolean =>
  at.place.own || partnerApproval === null;

/** Whether the platform has it, and it was made here. */
export const canBeCopied = ({ source, platformId, status }: Ad | AdSet): boolean =>
  source === 'service' && platformId !== null && (status === 'active' || status === 'paused');

/** @param adSets of the campaign, for a copy of an ad. */
export function CopyPart({ part, adSets }: { part: Ad | AdSet; adSets: readonly AdSet[] }) {
  const { id, name } = part;
  const isAd = 'adSet' in part;
  const others = isAd
    ? adSets.filter((one) => one.id !== part.adSet && one.platform === part.platform && canBeCopied(one))
    : [];
  return (
    <Confirm
      action="copyPart"
      id={id}
      label="Duplicate"
      title={`Duplicate ${name}?`}
      confirm={isAd ? 'Duplicate ad' : 'Duplicate ad set'}
      look="secondary"
      small
      has={['name', ...(others.length > 0 ? ['into'] : [])]}
    >
      <p>
        {isAd
          ? 'The copy shows the same video, and is paused at first.'
          : 'The copy has the same audience, budget and ads, and is paused at first.'}
      </p>
      <TextField
        name="name"
        label="Name"
        maxlength={MAX_NAME}
        hint="Without one it is named like this one, with “(copy)”."
      />
      {others.length > 0 && (
        <Select
          name="into"
          label="Ad set"
          options={[
            { value: '', label: 'The same one' },
            ...others.map((one) => ({ value: one.id, label: one.name })),
          ]}
        />
      )}
    </Confirm>
  );
}

/** @param id of the ad or ad set. @param into the ad set that gets the copy of an ad; by default its own. */
export async function copyPart(
  at: PlaceVisit,
  id: string,
  { name, into }: { name: string | undefined; into: string | undefined },
): Promise<void> {
  const route = id.startsWith('adset_') ? 'POST /v1/ad-sets/:id/copies' : 'POST /v1/ads/:id/copies';
  await at.run(route, { params: { id }, body: { name, into } });
}
