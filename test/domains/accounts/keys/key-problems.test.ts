// A key's failed requests are counted, at almost no cost however many there are.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KEEP_PROBLEMS_MS } from '../../../../src/domains/accounts/keys/keep-key-problems.ts';
import { keyOperations } from '../../../../src/domains/accounts/keys/operations.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../src/kit/time.ts';
import { runJobs } from '../../../../src/run-jobs.ts';
import * as clock from '../../../harness/clock.ts';
import { jobsNamed } from '../../../harness/jobs.ts';
import { perform, personOf } from '../../../harness/people/person.ts';
import { call, type Minted, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

const problemsOf = async (account: Minted, query: Record<string, string> = {}) => {
  const answer = await perform(await personOf(account, 'member'), keyOperations.listKeyProblems, {
    params: { id: account.keyId },
    query,
  });
  if (!('list' in answer)) throw new Error('It answers no page.');
  return answer.list;
};
const counts = async (account: Minted) =>
  (await problemsOf(account)).items.map(({ code, route, count }) => [code, route, count]);
const missing = ({ key }: Minted) => call('GET', '/v1/pixels/pxl_nobody', { key });
const invalid = ({ key }: Minted) => call('POST', '/v1/pixels', { key, body: {} });
const rows = async () =>
  (await testEnv.DB.prepare('SELECT COUNT(*) AS n FROM key_problems').first<{ n: number }>())!.n;

// Each test starts in a minute that no other test in this isolate has used. The counts that other test files
// left are due by then.
beforeEach(() => clock.hold(clock.now() - (clock.now() % MINUTE_MS) + 2 * MINUTE_MS));
afterEach(() => clock.release());

describe('what went wrong with a key', () => {
  it('is one row a code, route and minute; what succeeds leaves none', async () => {
    const brand = await mintAccount();
    await call('GET', '/v1/account', { key: brand.key });
    expect(await counts(brand)).toEqual([]);
    await missing(brand);
    expect(await counts(brand)).toEqual([['not_found', 'GET /v1/pixels/:id', 1]]);
    for (let times = 0; times < 5; times++) await missing(brand);
    await invalid(brand);
    clock.advance(6 * SECOND_MS);
    // Any caller's request writes the sums that are due.
    await call('GET', '/v1/cities?q=ber');
    expect(await counts(brand)).toEqual([
      ['not_found', 'GET /v1/pixels/:id', 6],
      ['validation_failed', 'POST /v1/pixels', 1],
    ]);
    clock.advance(MINUTE_MS);
    await missing(brand);
    const page = await problemsOf(brand, { limit: '2' });
    expect(page.items).toMatchObject([
      { count: 1, status: 404 },
      { count: 6, code: 'not_found' },
    ]);
    const rest = await problemsOf(brand, { limit: '2', cursor: page.nextCursor! });
    expect(rest).toMatchObject({ items: [{ code: 'validation_failed' }], nextCursor: null });
  });

  it('is nothing of what a caller without a key does, and is written every five seconds', async () => {
    const brand = await mintAccount();
    const before = await rows();
    await call('GET', '/v1/account', { key: `${brand.key.slice(0, -1)}x` });
    await call('GET', '/v1/account');
    await call('GET', '/v1/nothing', { key: brand.key });
    expect(await rows()).toBe(before);
    await missing(brand);
    await Promise.all(Array.from({ length: 40 }, () => missing(brand)));
    expect(await counts(brand)).toEqual([['not_found', 'GET /v1/pixels/:id', 1]]);
    clock.advance(6 * SECOND_MS);
    await missing(brand);
    expect(await counts(brand)).toEqual([['not_found', 'GET /v1/pixels/:id', 41]]);
  });

  it('has few rows in a minute, whatever a key does', async () => {
    const brand = await mintAccount();
    const { keysFailed } = systemCtx().reactions;
    const keep = await keysFailed();
    const minute = clock.now();
    for (let round = 0; round < 3; round++) {
      const problems = Array.from({ length: 10 }, (_, index) => ({
        key: brand.keyId,
        minute,
        code: 'not_found',
        route: `GET /v1/${round * 10 + index}`,
        count: 1,
      }));
      await keep(systemCtx(), problems);
    }
    const kept = await counts(brand);
    expect(kept).toHaveLength(11);
    expect(kept).toContainEqual(['not_found', '*', 20]);
  });

  it('is kept for seven days', async () => {
    const brand = await mintAccount();
    await missing(brand);
    await runJobs(jobsNamed('prune problems of keys'), clock.now() + KEEP_PROBLEMS_MS, testEnv);
    expect(await counts(brand)).toHaveLength(1);
    await runJobs(jobsNamed('prune problems of keys'), clock.now() + KEEP_PROBLEMS_MS + 1, testEnv);
    expect(await counts(brand)).toEqual([]);
  });
});
