import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import type { PermissionEnded } from '../ad-authorizations/interface.ts';
import type { StepInput } from '../campaign-delivery/plan-setup.ts';
import { addEntry } from '../campaign-record/add-entry.ts';
import { listShownAs, saveAd } from '../campaign-record/interface.ts';
import { planTask } from '../platform-tasks/interface.ts';

/**
 * Pauses the ads that show a submission with its creator's identity once the creator has withdrawn the permission.
 * Granting it again does not resume them.
 */
export const stopUnpermitted: PermissionEnded = async (ctx, { accountId, submissionId, platform }) => {
  const shown = await listShownAs(ctx, accountId, submissionId, platform);
  for (const [campaign, ads] of Map.groupBy(shown, ({ campaignId }) => campaignId!)) {
    const { connectionId: id } = ads[0]!;
    for (const ad of ads) {
      saveAd(ctx, ad.id, { status: 'paused' });
      const details = { reason: 'authorization_ended', ad: ad.id, name: ad.name };
      addEntry(ctx, { campaign, what: 'held', platform, details });
    }
    planTask(ctx, {
      owner: 'campaign',
      subject: campaign,
      urgent: true,
      connection: { id, provider: platform as ConnectionRow['provider'] },
      steps: ads.map((ad) => ({
        key: `pause ${ad.id}`,
        kind: 'run',
        about: ad.id,
        input: { ad: ad.id, to: 'paused' } satisfies StepInput,
      })),
    });
  }
};
