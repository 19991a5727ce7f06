import { beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../../../src/context.ts';
import { built } from '../../../../src/db/merged-list.ts';
import { APPLICATION_STATUSES } from '../../../../src/domains/work/applications/application.ts';
import {
  type ApplicationFilter,
  applicationListIds,
} from '../../../../src/domains/work/applications/store.ts';
import { type Minted, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

describe('a list at 50,000 applications', () => {
  let small: Minted;
  let large: Minted;
  const program = (account: string) => `prog_${account.slice(5)}`;
  const creator = (account: string, number: number) =>
    `crtr_${String(number).padStart(20, '0')}${account.slice(-6)}`;

  async function fill(account: string, count: number): Promise<void> {
    // One in a hundred is pending, none is withdrawn, and creator 1 is in every hundredth program.
    await testEnv.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
      INSERT INTO applications (id, account_id, program_id, creator_id, status, version, created_at, updated_at)
      SELECT 'appl_' || substr('00000000000000000000' || i, -20) || ?3, ?2,
        CASE WHEN i % 1000 = 0 THEN 'prog_' || i || ?3 ELSE ?4 END,
        'crtr_' || substr('00000000000000000000' || (CASE WHEN i % 1000 = 0 THEN 1 ELSE i + 1 END), -20) || ?3,
        CASE WHEN i % 100 = 0 THEN 'pending' WHEN i % 2 = 0 THEN 'approved' ELSE 'rejected' END, 1, i, i FROM n`,
    )
      .bind(count, account, account.slice(-6), program(account))
      .run();
  }

  beforeAll(async () => {
    [small, large] = [await mintAccount(), await mintAccount()];
    await fill(small.id, 5_000);
    await fill(large.id, 50_000);
  }, 120_000);

  const base: ApplicationFilter = {
    program: undefined,
    creator: undefined,
    statuses: APPLICATION_STATUSES,
    limit: 4,
    range: { after: null, before: null },
  };

  const cases: [string, (account: string) => Partial<ApplicationFilter>][] = [
    ['all', () => ({})],
    ['a rare status', () => ({ statuses: ['pending'] })],
    ['an empty status', () => ({ statuses: ['withdrawn'] })],
    ['a program', (account) => ({ program: program(account) })],
    ['a program and a rare status', (account) => ({ program: program(account), statuses: ['pending'] })],
    ['a creator', (account) => ({ creator: creator(account, 1) })],
    ['a program and a creator', (account) => ({ program: program(account), creator: creator(account, 7) })],
  ];

  it.each(cases)('reads as many rows as at 5,000: %s', async (_, make) => {
    const read = async (account: string) => {
      const actor = { account: { id: account }, creator: null } as Ctx['actor'];
      const ctx: Ctx = { ...systemCtx(), actor, requestId: 'req_x' };
      const query = built(applicationListIds(ctx, { ...base, ...make(account) }));
      const result = await testEnv.DB.prepare(query.sql)
        .bind(...query.params)
        .all();
      return { found: result.results.length, read: result.meta.rows_read };
    };
    const [few, many] = [await read(small.id), await read(large.id)];
    expect(many.found).toBe(few.found);
    expect(many.read).toBeLessThanOrEqual(few.read + 5);
    expect(many.read).toBeLessThan(200);
  });
});
