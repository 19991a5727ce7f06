// Attempts are limited by network and by address, cost nothing when they are right, and are forgotten.
import { describe, expect, it } from 'vitest';
import { forgetAttempts } from '../../../../src/domains/accounts/attempts/forget-attempts.ts';
import { countAttempt } from '../../../../src/domains/accounts/attempts/interface.ts';
import { forgiveAttempt, limitAttempts } from '../../../../src/domains/accounts/attempts/limit-attempts.ts';
import { AppError } from '../../../../src/kit/error.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { newNetwork, refusal, stranger } from '../../../harness/people/strangers.ts';
import { systemCtx, testEnv } from '../../../harness/world.ts';

const LIMITED = { code: 'rate_limited' };

const claim = (address: string, network: string, now = clock.now()) =>
  refusal(limitAttempts(systemCtx(now), { what: 'sign_in', address, network }));

const counted = async () =>
  (await testEnv.DB.prepare('SELECT SUM(count) AS n FROM attempts').first<{ n: number | null }>())!.n ?? 0;

describe('attempts', () => {
  it('end for a network after 50 at all addresses, for an address after 100 from all, and begin anew', async () => {
    const [network, at] = [newNetwork(), stranger()];
    for (let n = 0; n < 50; n++) expect(await claim(stranger(), network)).toBeNull();
    expect(await claim(stranger(), network)).toMatchObject(LIMITED);
    for (let n = 0; n < 100; n++) expect(await claim(at, newNetwork())).toBeNull();
    expect(await claim(at, newNetwork())).toMatchObject(LIMITED);
    expect(await claim(at, network, clock.now() + 16 * MINUTE_MS)).toBeNull();
  });

  it('are ten of thirty at once from a network at an address, and what is refused counts nowhere else', async () => {
    const [network, at] = [newNetwork(), stranger()];
    const tries = await Promise.all(Array.from({ length: 30 }, () => claim(at, network)));
    expect(tries.filter((one) => one === null)).toHaveLength(10);
    // 10 of the network's 50 are used up, not 30.
    for (let n = 0; n < 40; n++) expect(await claim(stranger(), network)).toBeNull();
    expect(await claim(stranger(), network)).toMatchObject(LIMITED);
  });

  it('that were right are uncounted at each limit', async () => {
    const attempt = { what: 'sign_in', address: stranger(), network: newNetwork() } as const;
    const before = await counted();
    for (let n = 0; n < 60; n++) {
      await limitAttempts(systemCtx(), attempt);
      await forgiveAttempt(systemCtx(), attempt);
    }
    expect(await counted()).toBe(before);
  });

  it('leave no address or network in the table', async () => {
    const [network, at] = [newNetwork(), stranger()];
    await claim(at, network);
    const { results } = await testEnv.DB.prepare('SELECT * FROM attempts').all();
    for (const secret of [network, at]) expect(JSON.stringify(results)).not.toContain(secret);
  });
});

describe("another domain's limit", () => {
  it('makes the whole batch fail that goes beyond it, however many come at once', async () => {
    const key = crypto.randomUUID();
    const refused = async () => new AppError('rate_limited', 'Too many.');
    const once = async () => {
      const ctx = systemCtx();
      countAttempt(ctx, { key, most: 3, windowMs: DAY_MS }, refused);
      await ctx.write.commit();
    };
    const tries = await Promise.all(Array.from({ length: 6 }, () => refusal(once())));
    expect(tries.filter((one) => one === null)).toHaveLength(3);
    for (const one of tries)
      if (one) expect(one).toMatchObject({ code: 'rate_limited', message: 'Too many.' });
  });
});

describe('forgetting', () => {
  it('keeps what a window of 7 days still counts, and nothing older', async () => {
    const now = clock.now();
    await testEnv.DB.prepare('DELETE FROM attempts').run();
    for (const days of [0, 7, 9, 30]) await claim(stranger(), newNetwork(), now - days * DAY_MS);
    await forgetAttempts(systemCtx(now));
    const { results } = await testEnv.DB.prepare(
      'SELECT DISTINCT minute FROM attempts ORDER BY minute',
    ).all();
    const minute = (ms: number) => ({ minute: Math.floor(ms / MINUTE_MS) * MINUTE_MS });
    expect(results).toEqual([minute(now - 7 * DAY_MS), minute(now)]);
  });
});
