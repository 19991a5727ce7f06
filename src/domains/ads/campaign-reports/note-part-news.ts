// Saves what a platform's lists show about a campaign's ad sets and ads, and records who caused it.
import type { SystemCtx } from '../../../context.ts';
import { managerOf } from '../../../integrations/ads/manager.ts';
import type { Capabilities } from '../../../integrations/ads/platform.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { retireStep, type StepInput } from '../campaign-delivery/plan-setup.ts';
import { addEntry } from '../campaign-record/add-entry.ts';
import {
  type AdRow,
  type AdSetRow,
  type CampaignPlatformRow,
  isThere,
  type WholeCampaign,
} from '../campaign-record/campaign-row.ts';
import { asRead, saveAd, saveAdSet } from '../campaign-record/interface.ts';
import { type ShareChange, shareChanges } from '../campaign-record/shares.ts';
import { planTask, retryTask, tasksOf } from '../platform-tasks/interface.ts';
import type { PartChange, PartNews } from './reported-parts.ts';

/** Adds the news about ad sets and ads to the batch of the campaign's movement. */
export async function notePartNews(
  batch: SystemCtx,
  whole: WholeCampaign,
  there: CampaignPlatformRow,
  { sets, ads, gone, shares, risen }: PartNews,
): Promise<void> {
  const { row, adSets } = whole;
  const { platform } = there;
  for (const { row, change } of sets) saveAdSet(batch, row.id, change, asRead.adSet(row));
  for (const [id, share] of shares) saveAdSet(batch, id, { share });
  for (const { row, change } of ads) saveAd(batch, row.id, change, asRead.ad(row));
  const told = { campaign: row.id, what: 'reported' as const, platform };
  for (const { row, change } of ads)
    if (change.review) addEntry(batch, { ...told, details: { ad: row.id, ...change.review } });
  const { capabilities } = await batch.reactions.adPlatforms[platform]!();
  const changes = new Map(gone.sets.map((one) => [one.id, one]));
  const news = new Map(sets.map(({ row, change }) => [row.id, change]));
  const after = adSets.map((one) => ({
    ...one,
    ...news.get(one.id),
    share: shares.get(one.id) ?? one.share,
  }));
  const changed = shareChanges(platform, adSets, after);
  for (const status of ['deleted', 'archived'] as const) {
    const those = gone.sets.filter((one) => one.status === status);
    if (those.length === 0) continue;
    const details = goneThere(capabilities, status, nounOf('ad set', those));
    addEntry(batch, { ...told, details: { ...details, adSets: those.map(named), shares: changed } });
  }
  tellOfBack(batch, told, { sets, ads, changed, name: capabilities.name });
  // An ad set's ads are gone with it and get no entry of their own.
  const alone = gone.ads.filter(({ adSetId }) => !changes.has(adSetId) && isThere(setOf(whole, adSetId)));
  for (const status of ['deleted', 'archived'] as const) {
    const those = alone.filter((one) => one.status === status);
    if (those.length === 0) continue;
    const details = goneThere(capabilities, status, nounOf('ad', those));
    addEntry(batch, { ...told, details: { ...details, ads: those.map(named) } });
  }
  if (risen.sets.length + risen.ads.length > 0) pauseAgain(batch, whole, there, risen, capabilities);
  await retryMoot(batch, whole, platform, gone);
}

/**
 * Records that ad sets or ads which counted as deleted are listed again. An ad set takes its share back, which changes
 * the others'.
 */
function tellOfBack(
  batch: SystemCtx,
  told: { campaign: string; what: 'reported'; platform: string },
  { sets, ads, changed, name }: Pick<PartNews, 'sets' | 'ads'> & { changed: ShareChange[]; name: string },
): void {
  const isBack = ({ row, change }: PartChange<AdSetRow> | PartChange<AdRow>) =>
    row.status === 'deleted' && change.status !== undefined && isThere({ status: change.status });
  const backSets = sets.filter(isBack).map(({ row }) => row);
  const withTheirs = new Set(backSets.map(({ id }) => id));
  const backAds = ads.filter(isBack).flatMap(({ row }) => (withTheirs.has(row.adSetId) ? [] : [row]));
  const tell = (noun: string, those: readonly (AdSetRow | AdRow)[], more: Record<string, unknown>) => {
    if (those.length === 0) return;
    const message = `${nounOf(noun, those)} ${those.length === 1 ? 'is' : 'are'} listed in ${managerOf(name)} again.`;
    addEntry(batch, { ...told, details: { change: 'listed_again', by: 'platform', message, ...more } });
  };
  tell('ad set', backSets, { adSets: backSets.map(named), shares: changed });
  tell('ad', backAds, { ads: backAds.map(named) });
}

/**
 * Archived objects stay archived. If one runs again, on a platform that can only pause, it could spend unnoticed, so it
 * is paused again.
 */
function pauseAgain(
  batch: SystemCtx,
  { row }: WholeCampaign,
  { platform, connectionId }: CampaignPlatformRow,
  { sets, ads }: PartNews['risen'],
  { name: called }: Capabilities,
): void {
  const tell = (what: 'adSets' | 'ads', noun: string, those: readonly (AdSetRow | AdRow)[]) => {
    if (those.length === 0) return;
    const again = `${those.length === 1 ? 'was' : 'were'} resumed in ${managerOf(called)} and will be paused again`;
    const message = `${nounOf(noun, those)} ${again}.`;
    const details = { change: 'resumed', by: 'ads_manager', message, [what]: those.map(named) };
    addEntry(batch, { campaign: row.id, what: 'reported', platform, details });
  };
  tell('adSets', 'archived ad set', sets);
  tell('ads', 'archived ad', ads);
  const connection = { id: connectionId, provider: platform as ConnectionRow['provider'] };
  const steps = [
    ...sets.map((one) => retireStep('adSet', one, [])),
    ...ads.map((one) => retireStep('ad', one, [])),
  ];
  planTask(batch, { owner: 'campaign', subject: row.id, connection, steps });
}

const setOf = ({ adSets }: WholeCampaign, id: string) =>
  adSets.find((one) => one.id === id) ?? { status: 'archived' as const };
const named = ({ id, name }: AdSetRow | AdRow) => ({ id, name });

const nounOf = (noun: string, those: readonly { name: string }[]) =>
  those.length === 1 ? `The ${noun} “${those[0]!.name}”` : `${those.length} ${noun}s`;

/**
 * The timeline's details about something that was deleted or archived at the platform. @param what the subject of the
 * sentence.
 */
export function goneThere(
  { name }: Pick<Capabilities, 'name'>,
  change: 'deleted' | 'archived',
  what: string,
): Record<string, unknown> {
  const were = /^\d/.test(what) ? 'were' : 'was';
  return { change, by: 'ads_manager', message: `${what} ${were} ${change} in ${managerOf(name)}.` };
}

/** A task that failed only because its ad set or ad was gone has nothing left to do, so a retry completes it. */
async function retryMoot(
  batch: SystemCtx,
  { row }: WholeCampaign,
  platform: string,
  gone: PartNews['gone'],
): Promise<void> {
  const ids = new Set([...gone.sets, ...gone.ads].map(({ id }) => id));
  if (ids.size === 0) return;
  for (const task of await tasksOf(batch, row.id)) {
    if (task.owner !== 'campaign' || task.status !== 'failed' || task.platform !== platform) continue;
    const failed = task.steps.filter(({ status }) => status === 'failed');
    const isMoot = failed.every(({ input }) => {
      const { adSet, ad } = (input ?? {}) as StepInput;
      return ids.has(ad ?? adSet ?? '');
    });
    if (isMoot) retryTask(batch, 'campaign', task.id);
  }
}
