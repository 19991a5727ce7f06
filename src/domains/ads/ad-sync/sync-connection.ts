// Reads one connection: the state of its campaigns, the results of its ads, and what else runs in its ad account.
import type { SystemCtx } from '../../../context.ts';
import { AdError } from '../../../integrations/ads/error.ts';
import { issueParts } from '../../../integrations/ads/issues.ts';
import { type AdPlatform, type AdSession, adAccountOf } from '../../../integrations/ads/platform.ts';
import type { RunningObject } from '../../../integrations/ads/steps.ts';
import { AppError } from '../../../kit/error.ts';
import { describeError, log } from '../../../kit/log.ts';
import { DAY_MS, doubledPause, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import { dayIn } from '../../../kit/zone.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { connectionById, saveSynced, saveSyncProblem } from '../../accounts/connections/interface.ts';
import { useConnection } from '../../accounts/connections/use-connection.ts';
import { campaignsToRead, noteReported, noteUnread } from '../campaign-reports/note-reported.ts';
import { pauseConnection } from '../platform-tasks/interface.ts';
import type { RunBudget } from '../platform-tasks/run-budget.ts';
import { saveDays, saveVanishedDays } from './days-store.ts';
import { saveExternal } from './external-store.ts';
import { type ClaimedSync, findPace, LIVE_EVERY_MS, listExternalCampaigns, saveSync } from './store.ts';

/** How many days back are read the first time, once a day, and otherwise. */
const FIRST_DAYS = 90;
const LONG_DAYS = 28;
const SHORT_DAYS = 2;
const EXTERNAL_EVERY_MS = 6 * HOUR_MS;
const LONG_EVERY_MS = DAY_MS;
const FAILED_MS = 2 * MINUTE_MS;
const FAILED_FOR_MS = HOUR_MS;
const LIMIT_MS = 5 * MINUTE_MS;

/**
 * The subrequests to set aside for a page of days and for a look at CAMPAIGNS_A_LOOK campaigns, and how many of them go
 * to the platform.
 */
const PAGE_SUBREQUESTS = 4;
const PAGE_ASKS = 1;
const LOOK_SUBREQUESTS = 17;
const LOOK_ASKS = 4;
const CAMPAIGNS_A_LOOK = 50;
/** By what factor to reduce the number of campaigns per look when their lists are too long together. */
const FEWER = 4;
/** Shorter than the reading interval, so that a reading which starts a little early still counts as a new one. */
const ONE_READING_MS = LIVE_EVERY_MS / 2;
export const SYNC_SUBREQUESTS = 10;

/** Makes the next reading start over with the days. */
const ANEW = { since: null, until: null, nextPage: null, daysBeganAt: null };

/** Continues where the last run stopped, as far as the budget allows, and saves when the connection is due again. */
export async function syncConnection(run: RunBudget, sync: ClaimedSync): Promise<void> {
  const connection = await connectionById(run.ctx, sync.connectionId);
  if (connection?.status !== 'active') return await letGo(run, sync, { dueAt: run.ctx.now + HOUR_MS });
  try {
    await useConnection(run.ctx, connection, async (platform, session) => {
      const scene: Scene = {
        run,
        sync,
        connection,
        platform,
        session,
        closed: null,
        whole: !wasTooLong(connection, run.ctx),
      };
      // Results are read even if the lists of campaigns are too long.
      // States are read a second time, because results may show that an archived campaign spends.
      for (const read of [readStates, readDays, readStates, readExternal]) {
        const done = await read(scene).catch(async (error: unknown) => {
          if (!(error instanceof AdError) || error.kind !== 'too_long') throw error;
          await noteTooLong(scene, error);
          return true;
        });
        if (!done) return await letGo(run, sync, { dueAt: run.ctx.now });
      }
      const { whole } = scene;
      const closed = (await isClosed(scene)) ? ({ reason: 'ad_account_closed' } as const) : null;
      if (whole) await saveSynced(run.ctx, connection.id, closed);
      const mayRise = platform.capabilities.archive === 'paused';
      const pace = (await findPace(run.ctx, connection.id, mayRise)) ?? EXTERNAL_EVERY_MS;
      await letGo(run, sync, { dueAt: run.ctx.now + pace, failures: 0, ...(whole ? {} : ANEW) });
    });
  } catch (error) {
    await failed(run.ctx, sync, error);
  }
}

const letGo = async (run: RunBudget, sync: ClaimedSync, changes: Parameters<typeof saveSync>[2]) =>
  await saveSync(run.ctx, sync, { lease: null, leaseUntil: 0, ...changes });

async function failed(ctx: SystemCtx, sync: ClaimedSync, error: unknown): Promise<void> {
  const { connectionId, failures } = sync;
  if (!(error instanceof AppError)) log('error', { sync: connectionId, error: describeError(error) });
  const limited = error instanceof AdError && error.kind === 'rate_limited';
  const asked = error instanceof AdError ? error.retryAfterMs : null;
  const doubled = doubledPause(FAILED_MS, failures, FAILED_FOR_MS);
  const dueAt = ctx.now + (asked ?? (limited ? LIMIT_MS : doubled));
  if (limited) await pauseConnection(ctx, connectionId, dueAt);
  if (error instanceof AdError && (error.kind === 'permission' || error.kind === 'needs_human'))
    await saveSyncProblem(ctx, connectionId, { reason: error.kind });
  // The platform may no longer accept the cursor, so the days start over.
  await saveSync(ctx, sync, { lease: null, leaseUntil: 0, dueAt, failures: failures + 1, ...ANEW });
}

interface Scene {
  run: RunBudget;
  sync: ClaimedSync;
  connection: ConnectionRow;
  platform: AdPlatform;
  session: AdSession;
  /** Whether the campaigns that were read show a closed ad account; null when there were none to read. */
  closed: boolean | null;
  /** Whether everything was read to the end. */
  whole: boolean;
}

/**
 * Whether this run continues a reading that met lists that were too long. Then the reading as a whole is incomplete.
 */
function wasTooLong({ syncProblem }: ConnectionRow, { now }: SystemCtx): boolean {
  return syncProblem?.reason === 'too_long' && (syncProblem.at ?? 0) > now - ONE_READING_MS;
}

async function noteTooLong(scene: Scene, { most }: AdError): Promise<void> {
  const { run, connection } = scene;
  scene.whole = false;
  const problem = { reason: 'too_long' as const, most: most ?? 0, at: run.ctx.now };
  await saveSyncProblem(run.ctx, connection.id, problem);
}

/** If no campaign tells whether a closed ad account is open again, the platform is asked for the account itself. */
async function isClosed(scene: Scene): Promise<boolean> {
  const { closed, run, connection, platform } = scene;
  if (closed !== null) return closed;
  if (connection.syncProblem?.reason !== 'ad_account_closed' || !run.take(LOOK_SUBREQUESTS)) return false;
  const options = await asking(scene, LOOK_ASKS, (session) => platform.setup(session, connection.selection));
  const account = [options.adAccountId ?? [], options.advertiserId ?? []]
    .flat()
    .find(({ id }) => id === adAccountOf(connection.selection));
  return account?.status === 'disabled';
}

function noteClosed(scene: Scene, objects: readonly RunningObject[]): void {
  if (!objects.some(({ kind }) => kind === 'campaign')) return;
  scene.closed ||= objects.some(({ issues }) =>
    issues.some((one) => issueParts(one).code === 'ad_account_closed'),
  );
}

/** Asks the platform, and charges the run for requests beyond those that were set aside. */
async function asking<T>(
  { run, session }: Scene,
  aside: number,
  ask: (session: AdSession) => Promise<T>,
): Promise<T> {
  let sent = 0;
  try {
    return await ask({ ...session, onAsk: () => void sent++ });
  } finally {
    run.charge(Math.max(0, sent - aside));
  }
}

/**
 * When lists are too long, fewer campaigns are asked for at once, in the end a single one. The campaigns left out come
 * first in the next reading, in their order. So each reading gets at least one campaign further, even when a run ends
 * in the middle.
 * @returns false when the budget is used up.
 */
async function readStates(scene: Scene): Promise<boolean> {
  const { run, connection, platform } = scene;
  const startedAt = run.ctx.now;
  let atOnce = CAMPAIGNS_A_LOOK;
  let asked = 0;
  for (;;) {
    if (!run.take(LOOK_SUBREQUESTS)) return false;
    const campaigns = await campaignsToRead(run.ctx, connection.id, startedAt - ONE_READING_MS, atOnce);
    if (campaigns.length === 0) {
      run.giveBack(LOOK_SUBREQUESTS - 1);
      return true;
    }
    const ids = campaigns.flatMap(({ whole: { platforms } }) =>
      platforms.flatMap(({ connectionId, platformId }) =>
        connectionId === connection.id && platformId !== null ? [platformId] : [],
      ),
    );
    const objects = await asking(scene, LOOK_ASKS, (session) => platform.state(session, ids)).catch(
      async (error: unknown) => {
        if (!(error instanceof AdError) || error.kind !== 'too_long') throw error;
        await noteTooLong(scene, error);
        return null;
      },
    );
    if (objects === null) {
      if (campaigns.length === 1) {
        // A campaign whose own lists are too long goes to the end again.
        await noteUnread(run.ctx, connection.id, campaigns, run.ctx.now);
        continue;
      }
      atOnce = Math.max(1, Math.floor(campaigns.length / FEWER));
      // Earlier than the read times of this run, so that these come first in the next reading.
      const from = startedAt - SECOND_MS + asked + atOnce;
      await noteUnread(run.ctx, connection.id, campaigns.slice(atOnce), from);
      continue;
    }
    noteClosed(scene, objects);
    const whole = await noteReported(run.ctx, connection.id, campaigns, objects, () => run.take(1));
    if (!whole) return false;
    if (campaigns.length < atOnce) return true;
    asked += campaigns.length;
    atOnce = Math.min(CAMPAIGNS_A_LOOK, atOnce * FEWER);
  }
}

/** @returns false when the budget is used up. */
async function readDays(scene: Scene): Promise<boolean> {
  const { run, sync, connection, platform } = scene;
  const { now } = run.ctx;
  const zone = connection.timezone ?? 'UTC';
  const isLong = sync.longReadAt === null || sync.longReadAt <= now - LONG_EVERY_MS;
  let { since, until, nextPage: next, daysBeganAt: beganAt } = sync;
  if (since === null || until === null || beganAt === null) {
    since = dayIn(zone, now - daysBack(sync, now) * DAY_MS);
    until = dayIn(zone, now);
    next = null;
    beganAt = now;
  }
  do {
    if (!run.take(PAGE_SUBREQUESTS)) return false;
    const asked = { since, until, next };
    const page = await asking(scene, PAGE_ASKS, (session) => platform.days(session, asked));
    run.charge(await saveDays(run.ctx, connection, page.items));
    next = page.next;
    if (next !== null) await saveSync(run.ctx, sync, { since, until, nextPage: next, daysBeganAt: beganAt });
  } while (next !== null);
  await saveVanishedDays(run.ctx, connection, { since, until, beganAt });
  const firstDay = sync.firstDay !== null && sync.firstDay < since ? sync.firstDay : since;
  const done = { daysReadAt: beganAt, firstDay, longReadAt: isLong ? now : sync.longReadAt };
  await saveSync(run.ctx, sync, { ...ANEW, ...done });
  return true;
}

/** How many days back to read: after an outage, all that nobody has read since they ended. */
function daysBack({ longReadAt, daysReadAt }: ClaimedSync, now: number): number {
  if (longReadAt === null) return FIRST_DAYS;
  if (longReadAt > now - LONG_EVERY_MS) return SHORT_DAYS;
  const missed = Math.ceil((now - (daysReadAt ?? longReadAt)) / DAY_MS) + SHORT_DAYS;
  return Math.min(FIRST_DAYS, Math.max(LONG_DAYS, missed));
}

/** @returns false when the budget is used up. */
async function readExternal(scene: Scene): Promise<boolean> {
  const { run, sync, connection, platform } = scene;
  const { now } = run.ctx;
  if (sync.externalReadAt !== null && sync.externalReadAt > now - EXTERNAL_EVERY_MS) return true;
  const since = dayIn(connection.timezone ?? 'UTC', now - FIRST_DAYS * DAY_MS);
  for (let after = sync.externalAfter ?? ''; ; ) {
    if (!run.take(LOOK_SUBREQUESTS)) return false;
    const asked = { since, after, limit: CAMPAIGNS_A_LOOK };
    const campaigns = await listExternalCampaigns(run.ctx, connection.id, asked);
    if (campaigns.length > 0) {
      const objects = await asking(scene, LOOK_ASKS, (session) => platform.state(session, campaigns));
      noteClosed(scene, objects);
      await saveExternal(run.ctx, connection, campaigns, objects);
    }
    if (campaigns.length < CAMPAIGNS_A_LOOK) break;
    after = campaigns.at(-1)!;
    await saveSync(run.ctx, sync, { externalAfter: after });
  }
  await saveSync(run.ctx, sync, { externalReadAt: now, externalAfter: null });
  return true;
}
