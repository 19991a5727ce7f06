import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { rejected } from '../../../kit/error.ts';
import { checkVersion } from '../../../resource/version.ts';
import { findPermissions } from '../ad-authorizations/interface.ts';
import { archiveAd } from '../campaign-delivery/archive-part.ts';
import type { AdRow, WholeCampaign } from '../campaign-record/campaign-row.ts';
import { setThere } from '../resources/interface.ts';
import { type Ad, type AdUpdate, presentAd } from './ad-record.ts';
import {
  agreeTo,
  askThere,
  requireArchivable,
  requireChangeable,
  requireIdle,
  requireMaySpendMore,
  requireOneAtATime,
} from './change-there.ts';
import { requireOwnAd, saveAd } from './store.ts';

/**
 * Changes an ad at its platform first and here afterwards. Archiving happens here at once, and the platform follows.
 */
export async function updateAd(ctx: Ctx, id: string, body: z.output<typeof AdUpdate>): Promise<Ad> {
  const row = await requireOwnAd(ctx, id);
  checkVersion(row, body.version);
  const { status } = body;
  const name = body.name === row.name ? undefined : body.name;
  // Somebody may have renamed it at the platform: then sending that name agrees to it.
  if (body.name === row.name) agreeTo(ctx, row, row.name);
  if (name === undefined && status === undefined) return presentAd(row);
  requireOneAtATime(body);
  if (status === 'archived') {
    archiveAd(ctx, await requireArchivable(ctx, row, 'ad'), row);
    return presentAd({ ...row, status, version: row.version + 1, updatedAt: ctx.now });
  }
  const whole = await requireChangeable(ctx, row, 'ad');
  if (name !== undefined) await requireIdle(ctx, whole);
  const load = ctx.reactions.adPlatforms[row.platform];
  if (name !== undefined && load) {
    const { renames, name: called } = (await load()).capabilities;
    if (!renames.includes('ad'))
      throw rejected('not_supported', `${called} does not allow renaming an ad.`, { field: 'name' });
  }
  if (status === 'active') {
    requireMaySpendMore(ctx, whole);
    await requirePermitted(ctx, row, whole);
  }
  await askThere(ctx, row, async (platform, session) => {
    if (status !== undefined) await platform.setRunning(session, 'ad', row.platformId!, status);
    if (name !== undefined) await platform.change(session, 'ad', row.platformId!, { name });
  });
  const changes = { ...(name === undefined ? {} : { name }), ...(status === undefined ? {} : { status }) };
  saveAd(ctx, row, changes);
  setThere(ctx, row, changes);
  return presentAd({ ...row, ...changes, version: row.version + 1, updatedAt: ctx.now });
}

/** Throws when the ad uses a creator's identity and the creator does not authorize it. */
async function requirePermitted(
  ctx: Ctx,
  { submissionId, accountId, platform }: AdRow,
  { row }: WholeCampaign,
): Promise<void> {
  if (row.terms.identity !== 'creator' || submissionId === null) return;
  const granted = await findPermissions(ctx, accountId, platform, [submissionId]);
  if (!granted.has(submissionId))
    throw rejected('authorization_missing', 'The creator no longer authorizes the ad. Ask them again.');
}
