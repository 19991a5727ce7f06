// What a creator buys with their own link or code is counted and earns nothing.
import { beforeEach, describe, expect, it } from 'vitest';
import { setCreatorContacts } from '../../../../src/domains/measurement/credit-targets/interface.ts';
import { hashUser } from '../../../../src/pixel/hash-user.ts';
import * as clock from '../../../harness/clock.ts';
import {
  browserEvent,
  consume,
  counts,
  explained,
  openShop,
  process,
  type Shop,
  send,
  snapshot,
} from '../../../harness/pixel/pixel-events.ts';
import { shopOrder, tell } from '../../../harness/pixel/shop-orders.ts';
import { mintCreator } from '../../../harness/work/creators.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

const MIA = { email: 'mia@mail.example', phone: '+1 (415) 555-0100' };
let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
  const ctx = systemCtx();
  setCreatorContacts(ctx, shop.creator, MIA);
  await ctx.write.commit();
});

const state = async (id: string) => {
  const [one] = (await explained(shop, id)).conversions;
  return [one.creator, one.earnsNothing, one.payableAt !== null];
};
const OWN = () => [shop.creator, 'self_purchase', false];
const PAID = () => [shop.creator, null, true];

describe('a self-purchase', () => {
  it('in a shop is known by email address or phone number, which are not kept for it', async () => {
    for (const customer of [{ email: ' MIA@mail.example' }, { phone: '+14155550100' }]) {
      const hashed = hashUser(customer);
      const id = await tell(
        shop,
        shopOrder({
          id: newNumber(),
          checkoutToken: undefined,
          name: undefined,
          customer: hashed,
          discountCodes: ['nia10'],
        }),
      );
      expect(await state(id)).toEqual(OWN());
      const everything = await snapshot(shop);
      for (const hash of Object.values(hashed)) expect(everything).not.toContain(hash);
    }
    expect(await counts(shop)).toEqual({ recorded: 2, credited: 2, paid: 0 });
    const report = await call('GET', `/v1/conversions/${shop.conversion}/report`, shop.brand);
    expect(report.body.data.rows).toMatchObject([{ count: 2, credited: 2, paid: 0, selfPurchases: 2 }]);
  });

  it('is one of the credited creator alone', async () => {
    const customer = hashUser({ email: 'zoe@mail.example' });
    const id = await tell(shop, shopOrder({ customer, discountCodes: ['nia10'] }));
    expect(await state(id)).toEqual(PAID());
    const uncredited = await tell(
      shop,
      shopOrder({ id: '6', checkoutToken: 'b', name: '#6', customer: hashUser(MIA) }),
    );
    expect(await state(uncredited)).toEqual([null, null, false]);
    // A browser's report that is credited later makes it one.
    await consume([browserEvent(shop, 'purchase', { orderId: '6', serviceId: shop.submission })]);
    expect(await state(uncredited)).toEqual(OWN());
  });

  it('is what a server says as well, with or without consent, and no browser does', async () => {
    for (const [at, consent] of ['granted', 'denied'].entries()) {
      const sale = {
        name: 'purchase',
        orderId: `s-${at}`,
        value: 5_000,
        currency: 'usd',
        discountCode: 'nia10',
      };
      const answer = await send(shop, { ...sale, consent, user: { email: 'mia@mail.example' } });
      await process(shop, [answer.body.data.id]);
      expect(await state(answer.body.data.id)).toEqual(OWN());
    }
    const paid = await send(shop, {
      name: 'purchase',
      orderId: 's-9',
      value: 5_000,
      currency: 'usd',
      discountCode: 'nia10',
    });
    await process(shop, [paid.body.data.id]);
    await consume([browserEvent(shop, 'purchase', { orderId: 's-9', user: hashUser(MIA) })]);
    expect(await state(paid.body.data.id)).toEqual(PAID());
  });
});

describe("a creator's contacts", () => {
  const contacts = async (creator: string) => {
    const { results } = await testEnv.DB.prepare('SELECT hash FROM creator_contacts WHERE creator_id = ?1')
      .bind(creator)
      .all<{ hash: string }>();
    return results.map(({ hash }) => hash).sort();
  };
  const hashes = (user: object) => Object.values(hashUser(user as typeof MIA)).sort();

  it('are those of the record, and change with it', async () => {
    const email = `u${clock.now()}@mail.example`;
    const creator = await mintCreator(shop.brand.key, { email });
    expect(await contacts(creator.id)).toEqual(hashes({ email }));
    const change = { email: `v${email}`, phone: '+14155550133' };
    const { body } = await call('PATCH', `/v1/creators/${creator.id}`, {
      key: shop.brand.key,
      body: { ...change, version: creator.version },
    });
    expect(await contacts(creator.id)).toEqual(hashes(change));
    await call('PATCH', `/v1/creators/${creator.id}`, {
      key: shop.brand.key,
      body: { name: 'Mia', version: body.data.version },
    });
    expect(await contacts(creator.id)).toEqual(hashes(change));
  });
});

let orders = 0;
const newNumber = () => `${++orders}`;
