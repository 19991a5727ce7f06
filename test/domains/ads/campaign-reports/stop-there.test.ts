// Which campaigns are held at their billing limit, and which running ones have to be stopped at their
// platform.
import { beforeAll, describe, expect, it } from 'vitest';
import { findWhole, listSpent } from '../../../../src/domains/ads/campaign-record/store.ts';
import { stopFor } from '../../../../src/domains/ads/campaign-reports/stop-there.ts';
import { planTask } from '../../../../src/domains/ads/platform-tasks/interface.ts';
import { issue } from '../../../../src/integrations/ads/issues.ts';
import type { RunningObject, RunningState } from '../../../../src/integrations/ads/steps.ts';
import { MINUTE_MS } from '../../../../src/kit/time.ts';
import { insertHere } from '../../../harness/ads/live-campaigns.ts';
import * as clock from '../../../harness/clock.ts';
import { mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

const CONNECTION = { id: 'conn_stop', provider: 'meta' as const };
const set = (table: string, values: string, where: string, ...bound: unknown[]) =>
  testEnv.DB.prepare(`UPDATE ${table} SET ${values} WHERE ${where}`)
    .bind(...bound)
    .run();

let brand: string;
beforeAll(async () => {
  brand = (await mintAccount()).id;
});

let n = 0;
interface Row {
  wanted?: string;
  hold?: string;
  status?: string;
  /** The status on its platform; the same by default. */
  there?: string;
}

async function made({ wanted = 'live', hold, status = 'live', there }: Row = {}) {
  n++;
  const place = { campaign: `6${n}`, set: `7${n}`, ad: `8${n}` };
  const { campaign } = await insertHere(brand, CONNECTION.id, place);
  await set(
    'campaigns',
    'wanted = ?2, hold = ?3, status = ?4',
    'id = ?1',
    campaign,
    wanted,
    hold ?? null,
    status,
  );
  await set('campaign_platforms', 'status = ?2', 'campaign_id = ?1', campaign, there ?? status);
  return campaign;
}

const object = (kind: 'campaign' | 'ad', state: RunningState, issues: RunningObject['issues'] = []) => ({
  ...{ kind, id: '1', name: 'One', parent: null, budget: null, state, issues },
});

/** The change to send to the platform, for what the platform reports about it. */
async function told(id: string, state: RunningState | null, ad: RunningState = 'paused', closed = false) {
  const whole = (await findWhole(systemCtx(), id))!;
  const campaign = state && object('campaign', state, closed ? [issue('ad_account_closed')] : []);
  return await stopFor(systemCtx(), whole, whole.platforms[0]!, {
    campaign,
    sets: [],
    ads: [object('ad', ad)],
  });
}

/** A task that turned the campaign off, or had to, or did something else. */
async function worked(
  subject: string,
  status: 'open' | 'done' | 'failed' | 'cancelled',
  minutesAgo: number,
  to = 'paused',
) {
  const ctx = systemCtx();
  const input = { to };
  const steps = [{ key: 'run', kind: 'run' as const, input }];
  const id = planTask(ctx, { owner: 'campaign', subject, connection: CONNECTION, steps });
  await ctx.write.commit();
  const at = clock.now() - minutesAgo * MINUTE_MS;
  await set('platform_tasks', 'status = ?2, updated_at = ?3', 'id = ?1', id, status, at);
}

describe('what is on at its platform', () => {
  const HELD = { hold: 'billing_limit_reached' };

  it.each([
    ['is archived here', { wanted: 'archived', status: 'archived' }, 'archived'],
    ['has reached its billing limit', HELD, 'paused'],
    ['may run', {}, null],
    ['could not be launched', { hold: 'launch_refused' }, null],
    ['is paused here, so that somebody resumed it', { wanted: 'paused' }, null],
  ])('and %s', async (_, row, stop) => {
    expect(await told(await made(row), 'active')).toBe(stop);
  });

  it('is stopped when it may spend, by what the platform says of it', async () => {
    const id = await made(HELD);
    const stops = {
      active: true,
      in_review: true,
      processing: true,
      paused: false,
      archived: false,
      deleted: false,
    };
    for (const [state, is] of Object.entries(stops))
      expect(await told(id, state as RunningState), state).toBe(is ? 'paused' : null);
    expect(await told(id, null)).toBeNull();
    for (const state of ['needs_attention', 'unknown', 'rejected'] as const) {
      const runs = state !== 'rejected';
      expect(await told(id, state, 'active'), state).toBe(runs ? 'paused' : null);
      expect(await told(id, state, 'in_review'), state).toBe(runs ? 'paused' : null);
      expect(await told(id, state, 'paused'), state).toBeNull();
    }
    // Nothing runs in a closed ad account, and nothing can be changed there.
    expect(await told(id, 'needs_attention', 'active', true)).toBeNull();
  });

  it('is not stopped while something is under way, nor where the platform refused it last', async () => {
    const id = await made(HELD);
    await worked(id, 'failed', 90);
    expect(await told(id, 'active')).toBeNull();
    await worked(id, 'cancelled', 80);
    await worked(id, 'failed', 70, 'active');
    expect(await told(id, 'active')).toBeNull();
    // An old failure no longer counts once it was stopped since.
    await worked(id, 'done', 60);
    expect(await told(id, 'active')).toBe('paused');
    await worked(id, 'open', 50, 'active');
    expect(await told(id, 'active')).toBeNull();
  });

  it('was not turned on again where the list may be older than the stop', async () => {
    const id = await made(HELD);
    await worked(id, 'done', 9);
    expect(await told(id, 'active')).toBeNull();
    await set('platform_tasks', 'updated_at = ?2', 'subject = ?1', id, clock.now() - 11 * MINUTE_MS);
    expect(await told(id, 'active')).toBe('paused');
  });
});

describe('what has spent all it may', () => {
  it.each([
    ['and runs', {}, true],
    ['while it is set up', { status: 'processing' }, true],
    ['and is wanted to run, though it is paused', { status: 'paused' }, true],
    ['in a part that could be set up', { status: 'needs_attention', there: 'draft' }, true],
    ['and runs, though it was paused here', { wanted: 'paused' }, true],
    ['and needs attention', { wanted: 'paused', status: 'needs_attention' }, true],
    ['though its launch was refused', { hold: 'launch_refused', status: 'needs_attention' }, true],
    ['and is paused, as it was told', { wanted: 'paused', status: 'paused' }, false],
    ['and is held already', { hold: 'billing_limit_reached' }, false],
    ['and is archived', { wanted: 'archived', status: 'archived' }, false],
    ['and is about to be archived', { wanted: 'archived' }, false],
    ['and is gone over there', { status: 'archived' }, false],
  ])('%s', async (_, row, isHeld) => {
    const id = await made(row);
    const spent = async (cents: number, readAt = clock.now()) => {
      await set('campaign_platforms', 'spent = ?2, days_read_at = ?3', 'campaign_id = ?1', id, cents, readAt);
      return (await listSpent(systemCtx(), 100)).includes(id);
    };
    expect(await spent(89_999)).toBe(false);
    expect(await spent(90_000)).toBe(isHeld);
  });
});
