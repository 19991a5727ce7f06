import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { SystemCtx } from '../../src/context.ts';
import { saveVersioned } from '../../src/db/save-versioned.ts';
import { campaigns } from '../../src/domains/ads/campaign-record/table.ts';
import { AppError } from '../../src/kit/error.ts';
import { newId } from '../../src/kit/ids.ts';
import { systemCtx, testEnv } from '../harness/world.ts';

async function stored() {
  const before = { id: newId('campaign', 1), version: 3 };
  await testEnv.DB.prepare(
    `INSERT INTO campaigns (id, account_id, name, status, connection_id, platform, currency, timezone, terms, wanted, version,
      created_at, updated_at) VALUES (?, 'a', 'Old', 'draft', 'conn', 'meta', 'usd', 'UTC', '{}', 'paused', 3, 1, 1)`,
  )
    .bind(before.id)
    .run();
  return before;
}

const nameOf = async (id: string) =>
  await testEnv.DB.prepare('SELECT name, version FROM campaigns WHERE id = ?').bind(id).first();

/** The error of a batch that also writes another campaign, which must then not exist. */
async function refusal(ctx: SystemCtx): Promise<[string, unknown]> {
  const other = await stored();
  saveVersioned(ctx, campaigns, 'campaign', other, { name: 'Beside' });
  const error = await ctx.write.commit().catch((thrown: unknown) => thrown);
  expect(await nameOf(other.id)).toEqual({ name: 'Old', version: 3 });
  if (!(error instanceof AppError)) throw new Error(`no refusal: ${String(error)}`);
  return [error.code, error.details];
}

describe('saveVersioned', () => {
  it('changes the row that was read, and moves its version by one', async () => {
    const [before, ctx] = [await stored(), systemCtx()];
    saveVersioned(ctx, campaigns, 'campaign', before, { name: 'New' });
    await ctx.write.commit();
    expect(await nameOf(before.id)).toEqual({ name: 'New', version: 4 });
  });

  it('refuses a row that changed meanwhile, and says which version it has', async () => {
    const [before, ctx] = [await stored(), systemCtx()];
    saveVersioned(ctx, campaigns, 'campaign', { ...before, version: 2 }, { name: 'New' });
    expect(await refusal(ctx)).toEqual(['version_conflict', { version: 3 }]);
  });

  it('refuses a row that is gone', async () => {
    const ctx = systemCtx();
    saveVersioned(ctx, campaigns, 'campaign', { id: newId('campaign', 1), version: 3 }, { name: 'New' });
    expect(await refusal(ctx)).toEqual(['not_found', undefined]);
  });

  it('refuses a row that does not meet a further condition, with the words for it or as a conflict', async () => {
    const where = sql`${campaigns.name} = 'Another'`;
    const [told, untold] = [systemCtx(), systemCtx()];
    saveVersioned(
      told,
      campaigns,
      'campaign',
      await stored(),
      { name: 'New' },
      {
        where,
        refusal: (now) =>
          new AppError('conflict', `It is called ${now.name}.`, { details: { called: now.name } }),
      },
    );
    expect(await refusal(told)).toEqual(['conflict', { called: 'Old' }]);
    saveVersioned(untold, campaigns, 'campaign', await stored(), { name: 'New' }, { where });
    expect((await refusal(untold))[0]).toBe('conflict');
  });
});
