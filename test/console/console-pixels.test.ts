// The pages of pixels: who sees them, and what they say about rejected events.
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/kit/time.ts';
import { MOST_ORIGINS, REJECTION_REASONS, type RejectionReason } from '../../src/pixel/rejections.ts';
import * as clock from '../harness/clock.ts';
import { countTrips } from '../harness/faults/trips.ts';
import { ask, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { consume, DOMAIN, openShop, type Shop } from '../harness/pixel/pixel-events.ts';
import { call, mintAccount, testEnv } from '../harness/world.ts';

const MOST_TRIPS = 3;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});

const to = (path = '') => `/app/${shop.brand.id}/pixels${path}`;

/** Sends what the edge would pass to the consumer. */
const reject = (rows: [string | null, RejectionReason, number][], at = clock.now()) =>
  consume([{ kind: 'rejections', shard: shop.shard, pixel: shop.pixel, id: crypto.randomUUID(), at, rows }]);

describe('the pages of pixels', () => {
  it('list each with its state, and say what to paste where', async () => {
    const member = await signedIn(await personOf(shop.brand, 'member'));
    expect((await ask(member, `/app/${shop.brand.id}/`)).html).toContain(`href="${to()}"`);
    const list = await ask(member, to());
    expect(list.html).toContain(`href="${to(`/${shop.pixel}`)}"`);
    expect(wordsOf(list)).toMatch(/Shop https:\/\/shop\.example\.com Not installed yet Never/);
    const page = await ask(member, to(`/${shop.pixel}`));
    expect(page.html).toContain(`/px/${shop.pixel}.js&quot;&gt;&lt;/script&gt;`);
    expect(wordsOf(page)).toContain('No rejected events in the last 24 hours');
    // Only the brand's servers may know the token in the proxy's target.
    const { firstParty } = (await call('GET', `/v1/pixels/${shop.pixel}`, { key: shop.brand.key })).body.data;
    expect(page.html).not.toContain(firstParty.target.split('/').at(-1));
  });

  it('say of each reason what happened, from where, how often, and what to do', async () => {
    await reject(
      REJECTION_REASONS.map((reason, n) => [`https://${reason.replaceAll('_', '-')}.example`, reason, n + 2]),
    );
    await reject([[null, 'no_origin', 1]]);
    await reject([['https://old.example', 'invalid', 7]], clock.now() - 2 * DAY_MS);
    const env = { ...testEnv, BEACONS_A_DAY: '50000' };
    const admin = await signedIn(await personOf(shop.brand, 'admin'));
    const page = await ask(admin, to(`/${shop.pixel}`), { env });
    const words = wordsOf(page);
    for (const said of [
      /Website not allowed If the website is yours, add it.* https:\/\/foreign-origin\.example 2 requests /,
      /Website unknown [^.]*\. If you use a proxy, [^.]*\. An event of a custom pixel needs a pageUrl\. Unknown 1 request /,
      /Wrong sandbox key The key was renewed.* https:\/\/wrong-sandbox-key\.example 4 requests /,
      /Pixel archived Remove the snippet.* https:\/\/archived\.example 5 requests /,
      /Excluded country .*X-Visitor-Country\. https:\/\/excluded-country\.example 6 requests /,
      /Unreadable event .*\?debug.* https:\/\/invalid\.example 7 requests /,
      /Too many requests from one visitor .*100 requests in 10 seconds.* 8 requests /,
      /Daily limit of the account reached The account had its 50,000 browser events .* 9 requests /,
      /Daily limit of a network reached One network sent 5,000 events in a day.* 10 events /,
    ])
      expect(words).toMatch(said);
    expect(words).not.toContain('old.example');
    expect(words.split('Install in a Shopify store')[0]).not.toContain('undefined');
  });

  it('name as many websites as the API does, and the others together', async () => {
    const many = Array.from({ length: MOST_ORIGINS + 5 }, (_, n) => [
      `https://w${n}.example`,
      'foreign_origin',
      1,
    ]);
    await reject(many as [string, RejectionReason, number][]);
    const owner = await signedIn(await personOf(shop.brand));
    expect(wordsOf(await ask(owner, to(`/${shop.pixel}`)))).toMatch(/Other websites \d+ requests/);
  });

  it("are open to a partner's people at its client, and missing to creators and strangers", async () => {
    const partner = await mintAccount('partner');
    const managed = await openShop();
    await testEnv.DB.prepare('UPDATE accounts SET managed_by = ? WHERE id = ?')
      .bind(partner.id, managed.brand.id)
      .run();
    const agent = await signedIn(await personOf(partner, 'member'));
    const there = `/app/${managed.brand.id}/pixels`;
    for (const path of [there, `${there}/${managed.pixel}`, `/app/${partner.id}/pixels`])
      expect((await ask(agent, path)).status, path).toBe(200);
    // A bar says on each page of the client, and on no page of their own, for whom they act.
    const owner = await signedIn(await personOf(managed.brand));
    const asAgency = async (browser: typeof agent, path: string) =>
      wordsOf(await ask(browser, path)).includes('What you do here is done for this client.');
    expect([
      await asAgency(agent, there),
      await asAgency(agent, `/app/${partner.id}/pixels`),
      await asAgency(owner, there),
    ]).toEqual([true, false, false]);
    const stranger = await personOf(await mintAccount());
    const creator = await call('POST', '/v1/creators', {
      key: shop.brand.key,
      body: { email: `${crypto.randomUUID()}@example.com`, name: 'Mia Torres' },
    });
    const own = creator.body.data.id as string;
    await testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = 1 WHERE id = ?1')
      .bind(own, stranger.callerId)
      .run();
    const browser = await signedIn(stranger);
    for (const path of [
      ...[to(), to(`/${shop.pixel}`), `/app/${own}/pixels`, `/app/${own}/pixels/${shop.pixel}`],
      `/app/${stranger.home?.id}/pixels/${shop.pixel}`,
    ])
      expect((await ask(browser, path)).status, path).toBe(404);
    expect((await ask(browser, `/app/${own}/`)).html).not.toContain('/pixels"');
  });

  it('give an archived pixel no snippet', async () => {
    const old = await call('POST', '/v1/pixels', {
      key: shop.brand.key,
      body: { name: 'Old shop', domains: [DOMAIN] },
    });
    const { id } = old.body.data;
    await call('PATCH', `/v1/pixels/${id}`, { key: shop.brand.key, body: { status: 'archived' } });
    const owner = await signedIn(await personOf(shop.brand));
    expect((await ask(owner, to(`/${id}`))).html).not.toContain('.js&quot;');
    expect(wordsOf(await ask(owner, to(`/${id}`)))).toContain('Status Archived');
  });

  it('wait for the database three times at most', async () => {
    const owner = await signedIn(await personOf(shop.brand));
    for (const path of [to(), to(`/${shop.pixel}`)]) {
      const { env, count } = countTrips();
      expect((await ask(owner, path, { env })).status, path).toBe(200);
      expect(count(), path).toBeLessThanOrEqual(MOST_TRIPS);
    }
  });
});
