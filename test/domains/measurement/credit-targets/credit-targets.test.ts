// What an account's visits can be credited to is one table: whoever makes such a thing keeps it right.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import {
  addCreditTarget,
  type CreditTarget,
  findCreditTargets,
} from '../../../../src/domains/measurement/credit-targets/interface.ts';
import { addCreatorCode } from '../../../../src/domains/work/creators/add-creator-code.ts';
import { newId } from '../../../../src/kit/ids.ts';
import * as clock from '../../../harness/clock.ts';
import { browserEvent, consume, explained, openShop, type Shop } from '../../../harness/pixel-events.ts';
import { mintSubmission, mintWork, patch, submit } from '../../../harness/submissions.ts';
import { call, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

async function targetsOf(accountId: string): Promise<CreditTarget[]> {
  const { results } = await testEnv.DB.prepare(
    `SELECT account_id AS accountId, kind, key, creator_id AS creatorId FROM credit_targets
     WHERE account_id = ? ORDER BY kind, key`,
  )
    .bind(accountId)
    .all<CreditTarget>();
  return results;
}

/** A shop whose pixel belongs to an account that has work of its own. */
async function shopOf(brand: { key: string; id: string }): Promise<Shop> {
  const pixel = await call('POST', '/v1/pixels', {
    key: brand.key,
    body: { name: 'Shop', domains: ['https://shop.example.com'] },
  });
  const row = await testEnv.DB.prepare('SELECT events_shard FROM accounts WHERE id = ?')
    .bind(brand.id)
    .first<{ events_shard: number }>();
  return {
    brand: { ...brand, keyId: '', readKey: '' },
    pixel: pixel.body.data.id,
    shard: row!.events_shard,
    conversion: '',
    submission: '',
    creator: '',
  };
}

/** Whom a visit is credited to. */
async function credit(shop: Shop, body: Parameters<typeof browserEvent>[2]) {
  const visit = browserEvent(shop, 'purchase', body);
  await consume([visit]);
  const { credit: found } = await explained(shop, visit.event.id);
  return found && { rule: found.rule, submission: found.submission, campaign: found.campaign };
}

describe('credit targets', () => {
  it('get a submission with the batch that makes it, and no refused one', async () => {
    const work = await mintWork({ limits: { submissionsPerCreator: 1 } });
    const { id } = await mintSubmission(work);
    expect((await submit(work)).status).toBe(422);
    expect(await targetsOf(work.brand.id)).toEqual([
      { accountId: work.brand.id, kind: 'submission', key: id, creatorId: work.creator.as },
    ]);
  });

  it('credit a submission whatever becomes of it, on the pixels of its own account alone', async () => {
    const work = await mintWork();
    const { id } = await mintSubmission(work);
    const own = await shopOf(work.brand);
    const other = await shopOf(await mintAccount());
    const expected = { rule: 'own_link', submission: id, campaign: null };
    expect(await credit(own, { serviceId: id })).toEqual(expected);
    expect(await credit(own, { attributionId: id })).toEqual({ ...expected, rule: 'attribution_id' });
    expect(await credit(own, { campaign: id })).toBeNull();
    expect((await patch(work.brand, id, { status: 'rejected' })).status).toBe(200);
    expect(await credit(own, { serviceId: id })).toEqual(expected);
    expect(await credit(other, { serviceId: id })).toBeNull();
  });

  it('credit a code of its kind, however it is written', async () => {
    const shop = await openShop();
    const ctx = systemCtx();
    addCreatorCode(ctx, {
      accountId: shop.brand.id,
      kind: 'creator',
      code: ' Nia ',
      creatorId: shop.creator,
      programId: 'prog_x',
    });
    await ctx.write.commit();
    expect(await targetsOf(shop.brand.id)).toContainEqual({
      accountId: shop.brand.id,
      kind: 'creator_code',
      key: 'nia',
      creatorId: shop.creator,
    });
    const byCode = { submission: null, campaign: null };
    expect(await credit(shop, { creatorCode: 'NIA ' })).toEqual({ ...byCode, rule: 'creator_code' });
    expect(await credit(shop, { discountCode: 'Nia10' })).toEqual({ ...byCode, rule: 'discount_code' });
    expect(await credit(shop, { discountCode: 'nia' })).toBeNull();
  });

  it('credit a campaign, which credits no creator', async () => {
    const shop = await openShop();
    const campaign = newId('campaign', clock.now());
    const ctx = systemCtx();
    addCreditTarget(ctx, { accountId: shop.brand.id, kind: 'campaign', key: campaign, creatorId: null });
    await ctx.write.commit();
    const expected = { rule: 'own_link', submission: null, campaign };
    expect(await credit(shop, { campaign })).toEqual(expected);
    expect(await credit(shop, { attributionId: campaign })).toEqual({ ...expected, rule: 'attribution_id' });
    expect(await credit(shop, { serviceId: campaign })).toBeNull();
  });

  it('are found by their key alone, however many there are', async () => {
    const { results } = await testEnv.DB.prepare(
      `EXPLAIN QUERY PLAN ${statementOf((db) => findCreditTargets(db, []))}`,
    )
      .bind('[]')
      .all<{ detail: string }>();
    expect(results.map((row) => row.detail)).toContainEqual(
      'SEARCH t USING PRIMARY KEY (account_id=? AND kind=? AND key=?)',
    );
  });
});

describe('the migration that made the table', () => {
  it('brings what there was, once, and counts the creators that accounts manage', async () => {
    const brand = await mintAccount();
    const [submission, campaign] = [newId('submission', 1), newId('campaign', 1)];
    const [own, foreign] = [newId('creator', 1), newId('creator', 2)];
    const { DB } = testEnv;
    const creator = DB.prepare(
      'INSERT INTO creators (id, name, managed_by, version, created_at, updated_at) VALUES (?, ?, ?, 1, 1, 1)',
    );
    const code = DB.prepare(
      `INSERT INTO creator_codes (account_id, kind, code, creator_id, program_id, created_at) VALUES (?, ?, ?, ?, 'p', 1)`,
    );
    await DB.batch([
      creator.bind(own, 'Nia', brand.id),
      creator.bind(foreign, 'Mia', null),
      DB.prepare(
        `INSERT INTO submissions (id, account_id, program_id, creator_id, status, version, created_at, updated_at)
         VALUES (?, ?, 'p', ?, 'removed', 1, 1, 1)`,
      ).bind(submission, brand.id, own),
      DB.prepare(
        `INSERT INTO campaigns (id, account_id, name, version, created_at, updated_at) VALUES (?, ?, 'C', 1, 1, 1)`,
      ).bind(campaign, brand.id),
      code.bind(brand.id, 'creator', 'nia', own),
      code.bind(brand.id, 'discount', 'nia10', foreign),
    ]);
    for (const repeat of [1, 2]) {
      await DB.batch(backfill().map((query) => DB.prepare(query)));
      expect([repeat, await targetsOf(brand.id)]).toEqual([
        repeat,
        [
          { accountId: brand.id, kind: 'campaign', key: campaign, creatorId: null },
          { accountId: brand.id, kind: 'creator_code', key: 'nia', creatorId: own },
          { accountId: brand.id, kind: 'discount_code', key: 'nia10', creatorId: foreign },
          { accountId: brand.id, kind: 'submission', key: submission, creatorId: own },
        ],
      ]);
    }
    const row = await DB.prepare('SELECT creator_count FROM accounts WHERE id = ?').bind(brand.id).first();
    expect(row).toEqual({ creator_count: 1 });
  });
});

/** The statements of the migration that move rows, as its file has them. */
function backfill(): string[] {
  const { main } = JSON.parse(env.TEST_MIGRATIONS) as { main: { name: string; queries: string[] }[] };
  const { queries } = main.find(({ name }) => name.startsWith('0019_'))!;
  const moving = queries.filter((query) => /^\s*(INSERT|UPDATE)/.test(query));
  expect(moving).toHaveLength(4);
  return moving;
}

/** The text of a statement that is prepared with `prepare`. */
function statementOf(prepare: (db: D1Database) => unknown): string {
  let text = '';
  const spy = {
    prepare(query: string) {
      text = query;
      return testEnv.DB.prepare(query);
    },
  };
  prepare(spy as unknown as D1Database);
  return text;
}
