import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import type { AdPlatform, Capabilities } from '../../../integrations/ads/platform.ts';
import type { AdAudience, AdBidding, AdBudget, RunningChange } from '../../../integrations/ads/steps.ts';
import { AppError, invalidField, rejected } from '../../../kit/error.ts';
import { over } from '../../../kit/given.ts';
import { checkVersion } from '../../../resource/version.ts';
import { archiveAdSet } from '../campaign-delivery/archive-part.ts';
import { audienceOf } from '../campaign-record/audience-of.ts';
import type { AdSetRow, WholeCampaign } from '../campaign-record/campaign-row.ts';
import { requireAudience } from '../campaign-record/interface.ts';
import { setThere } from '../resources/interface.ts';
import { type AdSetUpdate, type ChangedAdSet, presentAdSet } from './ad-record.ts';
import {
  agreeTo,
  askThere,
  requireArchivable,
  requireChangeable,
  requireIdle,
  requireMaySpendMore,
  requireOneAtATime,
} from './change-there.ts';
import { requireOwnAdSet, saveAdSet } from './store.ts';

type Asked = z.output<typeof AdSetUpdate>;

/**
 * Changes an ad set at its platform first and here afterwards, so nothing changes when the platform refuses. Archiving
 * is the other way round: it happens here at once and the platform follows.
 */
export async function updateAdSet(ctx: Ctx, id: string, body: Asked): Promise<ChangedAdSet> {
  const row = await requireOwnAdSet(ctx, id);
  checkVersion(row, body.version);
  const { status, budget, bidding, audience } = body;
  const name = body.name === row.name ? undefined : body.name;
  // Somebody may have renamed it at the platform: then sending that name agrees to it.
  if (body.name === row.name) agreeTo(ctx, row, row.name);
  if ([name, status, budget, bidding, audience].every((one) => one === undefined)) return presentAdSet(row);
  requireOneAtATime(body);
  if (status === 'archived') {
    const shares = await archiveAdSet(ctx, await requireArchivable(ctx, row, 'ad set'), row);
    return { ...presentAdSet({ ...row, status, version: row.version + 1, updatedAt: ctx.now }), shares };
  }
  const whole = await requireChangeable(ctx, row, 'ad set');
  const load = ctx.reactions.adPlatforms[row.platform];
  if (!load) throw new AppError('unavailable', 'Its platform is no longer available.');
  const platform = await load();
  const changes = status === undefined ? await changed(ctx, row, whole, platform, body) : { status };
  if (status === 'active') requireMaySpendMore(ctx, whole);
  await askThere(ctx, row, async (there, session) => {
    if (status !== undefined) return await there.setRunning(session, 'ad_set', row.platformId!, status);
    const { name, budget, bidding, audience } = changes;
    const change: RunningChange = {
      ...(name === undefined ? {} : { name }),
      ...(budget == null ? {} : { budget }),
      ...(bidding === undefined ? {} : { bidding: bidding as AdBidding }),
      ...(audience === undefined
        ? {}
        : { audience: audience as AdAudience, settings: whole.row.terms.settings }),
    };
    await there.change(session, 'ad_set', row.platformId!, change);
  });
  saveAdSet(ctx, row, changes);
  const { name: called, budget: spends } = changes;
  setThere(ctx, row, {
    ...(status === undefined ? {} : { status }),
    ...(called === undefined ? {} : { name: called }),
    ...(spends == null ? {} : { budget: spends }),
  });
  return presentAdSet({ ...row, ...changes, version: row.version + 1, updatedAt: ctx.now });
}

async function changed(
  ctx: Ctx,
  row: AdSetRow,
  whole: WholeCampaign,
  { capabilities }: AdPlatform,
  { name, budget, bidding, audience }: Asked,
): Promise<Partial<AdSetRow>> {
  await requireIdle(ctx, whole);
  const lacks = (field: string) =>
    rejected('not_supported', `${capabilities.name} does not allow this change of an ad set.`, { field });
  const changes: Partial<AdSetRow> = name === undefined ? {} : { name };
  if (bidding !== undefined) {
    if (!capabilities.biddings.includes(bidding.strategy)) throw lacks('bidding');
    changes.bidding = biddingOf(bidding);
  }
  if (budget !== undefined) {
    if (capabilities.budget !== 'ad_set' || !capabilities.shares) throw lacks('budget');
    changes.budget = budgetAs(row.budget, budget);
    if (moreThan(row.budget, budget)) requireMaySpendMore(ctx, whole);
  }
  if (audience !== undefined) {
    if (!capabilities.audiences) throw lacks('audience');
    const before = (row.audience as AdAudience | null) ?? audienceOf(whole.row.terms);
    const after = audienceAs(before, audience, capabilities);
    requireAudience(whole.row, { name: row.platform, capabilities }, before, after);
    changes.audience = after;
  }
  return changes;
}

/** Throws operation_rejected for ages that the platform does not support. */
function audienceAs(
  before: AdAudience,
  asked: NonNullable<Asked['audience']>,
  { name, ages }: Capabilities,
): AdAudience {
  const { locations, ...rest } = over<AdAudience>(before, asked);
  const { ageMin, ageMax } = rest;
  const refused = (message: string) => rejected('ages', message, { field: 'audience' });
  if (ageMin > ageMax) throw refused('ageMin is above ageMax.');
  if (ages && !ages.from.includes(ageMin))
    throw refused(`ageMin must be one of ${ages.from.join(', ')} for ${name}.`);
  if (ages && !ages.to.includes(ageMax))
    throw refused(`ageMax must be one of ${ages.to.join(', ')} for ${name}.`);
  // New countries replace the platform's own locations.
  return locations === undefined || asked.countries !== undefined ? rest : { ...rest, locations };
}

function biddingOf({ strategy, amount }: NonNullable<Asked['bidding']>): AdBidding {
  if (strategy === 'automatic') {
    if (amount != null)
      throw invalidField('/bidding/amount', 'Automatic bidding has no amount.', 'not_taken');
    return { strategy, amount: null };
  }
  if (amount == null) throw invalidField('/bidding/amount', `${strategy} requires an amount.`, 'required');
  return { strategy, amount };
}

/** The new amount, daily or lifetime as before: platforms do not allow changing that. */
function budgetAs(before: AdBudget | null, amount: number): AdBudget {
  if (!before)
    throw new AppError(
      'conflict',
      'The budget has not been read from the platform yet. Try again in a few minutes.',
    );
  return 'daily' in before ? { daily: amount } : { lifetime: amount };
}

const moreThan = (before: AdBudget | null, amount: number) =>
  before !== null && amount > ('daily' in before ? before.daily : before.lifetime);
