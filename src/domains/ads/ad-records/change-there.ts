// Changes running ad sets and ads at the platform within the request, so that the caller gets the platform's refusal as
// the response.
import type { Ctx } from '../../../context.ts';
import type { AdPlatform, AdSession } from '../../../integrations/ads/platform.ts';
import { AppError, invalidField, rejected } from '../../../kit/error.ts';
import { connectionById } from '../../accounts/connections/interface.ts';
import { spendLookUp } from '../../accounts/connections/spend-look-up.ts';
import { useConnection } from '../../accounts/connections/use-connection.ts';
import type { AdRow, AdSetRow, WholeCampaign } from '../campaign-record/campaign-row.ts';
import { campaignOf } from '../campaign-record/interface.ts';
import { needsYes } from '../campaigns/approval.ts';
import { hasOpenTask, pausedUntil } from '../platform-tasks/interface.ts';
import { setThere } from '../resources/interface.ts';

type Part = AdSetRow | AdRow;

/**
 * The campaign of an ad set or ad that is about to be archived. Throws when the service did not create it, or when it
 * is archived already.
 */
export async function requireArchivable(ctx: Ctx, part: Part, noun: string): Promise<WholeCampaign> {
  return archivableWith(part, await findCampaign(ctx, part), noun);
}

/** The campaign of an ad set or ad that is about to be changed at its platform. Throws when it cannot be changed. */
export async function requireChangeable(ctx: Ctx, part: Part, noun: string): Promise<WholeCampaign> {
  return changeableWith(part, await findCampaign(ctx, part), noun);
}

/** The same with a campaign that was read together with its part. */
export function changeableWith(part: Part, whole: WholeCampaign | null, noun: string): WholeCampaign {
  const found = archivableWith(part, whole, noun);
  if (part.platformId === null) throw new AppError('conflict', `This ${noun} is still being set up.`);
  return found;
}

function archivableWith(part: Part, whole: WholeCampaign | null, noun: string): WholeCampaign {
  if (part.source === 'external' || part.campaignId === null)
    throw rejected('external', `This ${noun} was not created by the service and is read-only.`);
  if (part.status === 'archived' || part.status === 'deleted')
    throw new AppError('conflict', `An archived ${noun} can no longer be changed.`);
  if (!whole || whole.row.wanted === 'archived')
    throw new AppError('conflict', 'Its campaign is archived and can no longer be changed.');
  return whole;
}

async function findCampaign(ctx: Ctx, { accountId, campaignId }: Part): Promise<WholeCampaign | null> {
  return campaignId === null ? null : await campaignOf(ctx, accountId, campaignId);
}

/** Throws while another change of the campaign is in progress, because that could change the same ad sets and ads. */
export async function requireIdle(ctx: Ctx, { row }: WholeCampaign): Promise<void> {
  if (await hasOpenTask(ctx, row.id))
    throw new AppError('conflict', 'A change of its campaign is in progress. Try again when it is done.');
}

/** Throws when a partner needs the brand's approval to spend more. */
export function requireMaySpendMore(ctx: Ctx, { row }: WholeCampaign): void {
  if (needsYes(ctx, row))
    throw rejected(
      'needs_approval',
      'This could spend more than the brand approved. Change the campaign instead, which requests approval.',
    );
}

/**
 * Throws for a body that sets the status together with other fields, because the platform might refuse only half of it.
 */
export function requireOneAtATime<B extends { status?: unknown; version?: unknown }>(body: B): void {
  const { status, version, ...rest } = body;
  if (status !== undefined && Object.values(rest).some((value) => value !== undefined))
    throw invalidField('/status', 'Send the status alone.', 'alone');
}

/** Takes a name that the platform has already as set from here. */
export function agreeTo(ctx: Ctx, part: Part, name: string): void {
  if (part.source === 'service' && part.platformId !== null) setThere(ctx, part, { name });
}

/** Runs `act` at the ad set's or ad's platform. Throws an AdError, operation_rejected or unavailable. */
export async function askThere(
  ctx: Ctx,
  { connectionId }: Part,
  act: (platform: AdPlatform, session: AdSession) => Promise<void>,
): Promise<void> {
  const until = await pausedUntil(ctx, connectionId);
  if (until > ctx.now)
    throw new AppError('unavailable', 'The platform is limiting requests. Try again later.', {
      headers: { 'Retry-After': String(Math.ceil((until - ctx.now) / 1000)) },
    });
  const connection = await connectionById(ctx, connectionId);
  if (!connection) throw rejected('reconnect_required', 'Its connection no longer exists.');
  await useConnection(ctx, connection, async (platform, session) => {
    await spendLookUp(ctx, connection.holder);
    await act(platform, session);
  });
}
