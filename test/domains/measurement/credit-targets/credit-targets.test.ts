// One table lists what an account's visits can be credited to: every verb that creates such a record keeps it
// up to date.
import { describe, expect, it } from 'vitest';
import {
  addCreditTarget,
  type CreditTarget,
  findCreditTargets,
} from '../../../../src/domains/measurement/credit-targets/interface.ts';
import { newId } from '../../../../src/kit/ids.ts';
import * as clock from '../../../harness/clock.ts';
import {
  browserEvent,
  consume,
  explained,
  openShop,
  type Shop,
} from '../../../harness/pixel/pixel-events.ts';
import { giveCode } from '../../../harness/work/codes.ts';
import { mintPair, mintSubmission, patch, submit } from '../../../harness/work/submissions.ts';
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

/** A shop whose pixel belongs to an account with submissions of its own. */
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

/** The creator that a visit is credited to. */
async function credit(shop: Shop, body: Parameters<typeof browserEvent>[2]) {
  const visit = browserEvent(shop, 'purchase', body);
  await consume([visit]);
  const { credit: found } = await explained(shop, visit.event.id);
  return found && { rule: found.rule, submission: found.submission, campaign: found.campaign };
}

describe('credit targets', () => {
  it('get a submission with the batch that makes it, and no refused one', async () => {
    const pair = await mintPair({ limits: { submissionsPerCreator: 1 } });
    const { id } = await mintSubmission(pair);
    expect((await submit(pair)).status).toBe(422);
    expect(await targetsOf(pair.brand.id)).toEqual([
      { accountId: pair.brand.id, kind: 'submission', key: id, creatorId: pair.creator.as },
    ]);
  });

  it('credit a submission whatever becomes of it, on the pixels of its own account alone', async () => {
    const pair = await mintPair();
    const { id } = await mintSubmission(pair);
    const own = await shopOf(pair.brand);
    const other = await shopOf(await mintAccount());
    const expected = { rule: 'own_link', submission: id, campaign: null };
    expect(await credit(own, { serviceId: id })).toEqual(expected);
    expect(await credit(own, { attributionId: id })).toEqual({ ...expected, rule: 'attribution_id' });
    expect(await credit(own, { campaign: id })).toBeNull();
    expect((await patch(pair.brand, id, { status: 'rejected' })).status).toBe(200);
    expect(await credit(own, { serviceId: id })).toEqual(expected);
    expect(await credit(other, { serviceId: id })).toBeNull();
  });

  it('credit a code of its kind, however it is written', async () => {
    const shop = await openShop();
    await giveCode({
      accountId: shop.brand.id,
      kind: 'creator',
      code: ' Nia ',
      creatorId: shop.creator,
      programId: 'prog_x',
    });
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

/** The text of a statement that `prepare` makes. */
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
