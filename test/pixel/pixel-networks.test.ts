// No network can use more than a tenth of an account's daily limit.
import { afterEach, describe, expect, it } from 'vitest';
import { deleteRejections } from '../../src/domains/measurement/pixels/interface.ts';
import { sha256Hex, sha256Number } from '../../src/kit/crypto.ts';
import { newId } from '../../src/kit/ids.ts';
import * as clock from '../harness/clock.ts';
import { expectLogged } from '../harness/logs.ts';
import { type Edge, type Message, type Outcome, SHOP, setEdge } from '../harness/pixel/edge.ts';
import { consume, type Shop, shardDb } from '../harness/pixel/pixel-events.ts';
import { call, systemCtx, testEnv } from '../harness/world.ts';

describe('a network', () => {
  /**
   * A network may send a tenth of this: 1,000 events, the least that every network may send. One event in 10
   * opens the network's row.
   */
  const vars = { BEACONS_A_DAY: 10_000 };
  const noon = Math.floor(clock.now() / 864e5) * 864e5 + 432e5;
  afterEach(() => clock.release());

  const named = async (
    owner: Edge,
    headers: Record<string, string>,
    more: { to?: string; path?: string } = {},
  ): Promise<Outcome> => await owner.beacon({ name: 'lead', consent: 'denied' }, headers, more);
  const nameIn = async (...asked: Parameters<typeof named>) => (await named(...asked)).queued[0]!.network;

  /**
   * Events of one address, as the edge queues them: the first one opens the row, so that all but 9 are
   * counted as one.
   */
  async function flood(owner: Edge, address: string, count: number): Promise<Message[]> {
    const body = Array(20).fill({ name: 'page_view', pageUrl: `${SHOP}/cart` });
    const env = { BEACONS: { limit: async () => ({ success: true }) } };
    const sent: Message[] = [];
    while (sent.length < count) {
      sent.push(...(await owner.beacon(body, { 'CF-Connecting-IP': address }, { env })).queued);
    }
    const first = sent[0]!.event;
    while (sha256Number(first.id) % 10 !== 0) first.id = newId('pixelEvent', first.receivedAt - 1_000);
    first.occurredAt -= 1_000;
    return sent.slice(0, count);
  }

  async function setShop(): Promise<{ owner: Edge; shop: Shop; stored: () => Promise<number> }> {
    const owner = await setEdge();
    const row = await testEnv.DB.prepare('SELECT events_shard AS shard FROM accounts WHERE id = ?1')
      .bind(owner.brand.id)
      .first<{ shard: number }>();
    const names = { conversion: '', submission: '', creator: '' };
    const shop = { brand: owner.brand, pixel: owner.pixel, shard: row!.shard, ...names };
    const stored = async () => {
      const all = shardDb(shop).prepare('SELECT COUNT(*) AS n FROM pixel_events WHERE pixel_id = ?1');
      return (await all.bind(owner.pixel).first<{ n: number }>())!.n;
    };
    return { owner, shop, stored };
  }

  const inHundreds = (messages: Message[]) =>
    Array.from({ length: Math.ceil(messages.length / 100) }, (_, i) =>
      messages.slice(i * 100, i * 100 + 100),
    );
  const shown = async ({ pixel, brand }: Edge) =>
    (await call('GET', `/v1/pixels/${pixel}/rejections`, { key: brand.key })).body.data.rows;

  it('takes no more than a tenth of a day: what is above is not stored, and shown to the owner', async () => {
    clock.hold(noon);
    const { owner, shop, stored } = await setShop();
    const sent = await flood(owner, '203.0.113.70', 1_150);
    for (const batch of inHundreds(sent)) await consume(batch, noon, vars);
    // The first one counts as ten.
    expect(await stored()).toBe(991);
    expect(await shown(owner)).toEqual([{ origin: SHOP, reason: 'network_limit', count: 159 }]);
    const day = await shardDb(shop)
      .prepare('SELECT events FROM beacon_days WHERE account_id = ?1')
      .bind(owner.brand.id)
      .first<{ events: number }>();
    expect(day).toEqual({ events: 991 });

    // Delivered again, all of them and in other batches: nothing changes.
    for (const batch of inHundreds(sent.slice(937))) await consume(batch, noon, vars, 2);
    expect([await stored(), (await shown(owner))[0].count]).toEqual([991, 159]);

    // Other networks continue, and this one too on the next day.
    await consume((await named(owner, { 'CF-Connecting-IP': '203.0.113.71' })).queued, noon, vars);
    expect(await stored()).toBe(992);
    clock.hold(noon + 864e5);
    const later = (await named(owner, { 'CF-Connecting-IP': '203.0.113.70' })).queued;
    await consume(later, noon + 864e5, vars);
    expect(await stored()).toBe(993);

    const rows = async () => {
      const all = shardDb(shop).prepare(
        'SELECT day, network, events FROM network_days WHERE account_id = ?1',
      );
      return (await all.bind(owner.brand.id).all()).results.filter(({ events }) => (events as number) > 100);
    };
    expect(await rows()).toEqual([
      { day: new Date(noon).toISOString().slice(0, 10), network: sent[0]!.network, events: 1_000 },
    ]);
    await deleteRejections(systemCtx(noon), shop.shard, noon + 864e5 - 2 * 864e5);
    expect(await rows()).toHaveLength(1);
    await deleteRejections(systemCtx(noon), shop.shard, noon + 864e5);
    expect(await rows()).toEqual([]);
  });

  it('that goes on for long is shown by one event in many, and fills no table', async () => {
    clock.hold(noon);
    const { owner, shop, stored } = await setShop();
    // One refused event in 10 represents all ten.
    const more = { BEACONS_A_DAY: 100_000 };
    const sent = await flood(owner, '203.0.113.73', 400);
    await shardDb(shop)
      .prepare('INSERT INTO network_days (account_id, day, network, events) VALUES (?1, ?2, ?3, 10000)')
      .bind(owner.brand.id, new Date(noon).toISOString().slice(0, 10), sent[0]!.network)
      .run();
    const remembered = async () => {
      const all = shardDb(shop).prepare('SELECT COUNT(*) AS n FROM rejection_messages');
      return (await all.first<{ n: number }>())!.n;
    };
    const before = await remembered();
    for (let times = 0; times < 2; times++)
      for (const batch of inHundreds(sent)) await consume(batch, noon, more, 2);
    const one = sent.filter(({ event }) => sha256Number(event.id) % 10 === 0).length;
    expect([await stored(), (await remembered()) - before]).toEqual([0, one]);
    expect(await shown(owner)).toEqual([{ origin: SHOP, reason: 'network_limit', count: one * 10 }]);
  });

  it('is counted with what is stored, or not at all', async () => {
    clock.hold(noon);
    const { owner, shop, stored } = await setShop();
    const sent = await flood(owner, '203.0.113.72', 100);
    const events = async () => {
      const all = shardDb(shop).prepare('SELECT events FROM network_days WHERE account_id = ?1');
      return (await all.bind(owner.brand.id).first<{ events: number }>())?.events;
    };
    await consume(sent, noon, vars);
    expect([await stored(), await events()]).toEqual([100, 109]);
    // Delivered again in any way, by two consumers at once, and together with a new one.
    await consume(sent, noon, vars);
    await Promise.all([consume(sent, noon, vars, 2), consume(sent.slice(50), noon, vars, 2)]);
    expect([await stored(), await events()]).toEqual([100, 109]);
    const more = (await named(owner, { 'CF-Connecting-IP': '203.0.113.72' })).queued;
    await Promise.all([consume([...sent, ...more], noon, vars, 2), consume(more, noon, vars)]);
    expect([await stored(), await events()]).toEqual([101, 110]);
    // If the database refuses a batch, only what is finally stored counts.
    expectLogged('error', /this row is refused/);
    await shardDb(shop)
      .prepare(
        `CREATE TRIGGER refuse BEFORE INSERT ON pixel_events WHEN NEW.name = 'refused_by_d1'
         BEGIN SELECT RAISE(ABORT, 'this row is refused'); END`,
      )
      .run();
    const three = (await flood(owner, '203.0.113.72', 3)).toReversed();
    three[0]!.event.name = 'refused_by_d1';
    await consume(three, noon, vars);
    await shardDb(shop).prepare('DROP TRIGGER refuse').run();
    expect([await stored(), await events()]).toEqual([103, 112]);
  });

  it('of a few events has no row', async () => {
    clock.hold(noon);
    const { owner, shop } = await setShop();
    const [one] = (await named(owner, {})).queued;
    while (sha256Number(one!.event.id) % 10 === 0) one!.event.id = newId('pixelEvent', noon);
    await consume([one], noon, vars);
    const rows = shardDb(shop).prepare('SELECT 1 FROM network_days WHERE account_id = ?1');
    expect((await rows.bind(owner.brand.id).all()).results).toEqual([]);
  });

  it('is an IPv4 address or an IPv6 /64, the forwarded one only behind the token', async () => {
    clock.hold(noon);
    const { owner } = await setShop();
    const { body } = await call('GET', `/v1/pixels/${owner.pixel}`, { key: owner.brand.key });
    const fp = body.data.firstParty.target.split(owner.pixel)[1];
    const ip = (address: string) => ({ 'CF-Connecting-IP': address });
    const straight = await nameIn(owner, ip('203.0.113.80'));
    expect(await nameIn(owner, ip('203.0.113.81'))).not.toBe(straight);
    const six = await nameIn(owner, ip('2001:db8:1:2:3::4'));
    expect(await nameIn(owner, ip('2001:db8:1:2:ffff::9'))).toBe(six);
    expect(await nameIn(owner, ip('2001:db8:1:3::4'))).not.toBe(six);
    const forwarded = { ...ip('203.0.113.80'), 'X-Forwarded-For': '198.51.100.4, 10.0.0.1' };
    expect(await nameIn(owner, forwarded)).toBe(straight);
    expect(await nameIn(owner, forwarded, { path: '/fp/e' })).toBe(straight);
    expect(await nameIn(owner, forwarded, { path: `/fp/${'x'.repeat(32)}/e` })).toBe(straight);
    expect(await nameIn(owner, forwarded, { path: `${fp}/e` })).toBe(await nameIn(owner, ip('198.51.100.4')));
  });

  it('has a name of its own on each day and for each account, which holds no address', async () => {
    clock.hold(noon);
    const { owner } = await setShop();
    const address = '203.0.113.90';
    const here = { 'CF-Connecting-IP': address };
    const { queued } = await named(owner, here);
    const name = queued[0]!.network;
    expect(name).toMatch(/^[0-9a-f]{16}$/);
    expect(JSON.stringify(queued)).not.toContain(address);
    expect(await nameIn(owner, here, { to: await owner.newPixel() })).toBe(name);
    expect(await nameIn(await setEdge(), here)).not.toBe(name);
    const day = new Date(noon).toISOString().slice(0, 10);
    const guesses = [address, `${day} ${address}`, `${owner.brand.id} ${day} ${address}`];
    for (const guess of guesses) expect(sha256Hex(guess).slice(0, 16)).not.toBe(name);
    clock.hold(noon + 864e5);
    expect(await nameIn(owner, here)).not.toBe(name);
  });
});
