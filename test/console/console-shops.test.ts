// The pages of a shop: how its orders arrive, what waits for somebody, and the way in from the shop's own admin.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shopOperations } from '../../src/domains/catalog/shops/operations.ts';
import { DAY_MS, HOUR_MS, iso, MINUTE_MS, SECOND_MS } from '../../src/kit/time.ts';
import { hashUser } from '../../src/pixel/hash-user.ts';
import * as clock from '../harness/clock.ts';
import { countTrips } from '../harness/faults/trips.ts';
import { MOST_TRIPS } from '../harness/pages/page-trips.ts';
import { ask, type Browser, browserOf, newBrowser, send, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { mailsTo, mintPerson } from '../harness/people/people.ts';
import { performed, personOf } from '../harness/people/person.ts';
import { connectShop } from '../harness/shops/connect-shop.ts';
import { minute } from '../harness/shops/reading.ts';
import { type ShopScene, shopScene } from '../harness/shops/shop-scene.ts';
import { shopWorld } from '../harness/shops/shopify.ts';
import { type Minted, mintAccount, ORIGIN, testEnv } from '../harness/world.ts';

const ANSWERS = { data: shopOperations.getCustomerData, answered: shopOperations.answerDataRequest };

let scene: ShopScene;
let owner: Browser;
let person: string;
let page: string;
const open = (who: Browser, path: string) => ask(who, path, { env: scene.world.env });
const act = (who: Browser, path: string, action: string, fields: Record<string, string> = {}) =>
  send(who, path, action, fields, { env: scene.world.env });

beforeEach(async () => {
  scene = await shopScene();
  const { brand } = scene.shop;
  const actor = await personOf(brand, 'owner');
  person = actor.callerId;
  owner = await signedIn(actor);
  page = `/app/${brand.id}/connections/${scene.id}`;
});
afterEach(() => clock.release());

describe("a shop's page", () => {
  it('shows what arrives, what no webhook told of, and who decided what each sale is worth', async () => {
    expect(wordsOf(await open(owner, page))).toMatch(
      /Last webhook None yet Found by the hourly check Nothing missed.*No orders yet/,
    );
    const number = await scene.order();
    await scene.carry();
    const { env, count } = countTrips(scene.world.env);
    const shown = await ask(owner, page, { env });
    expect(count()).toBeLessThanOrEqual(MOST_TRIPS);
    expect(wordsOf(shown)).toMatch(
      new RegExp(`Nothing missed.*Order ${number}.*\\$50\\.00 Kept link Confirmed`),
    );
    const event = /\/pixels\/pxl_\w+\/events\/pev_\w+/.exec(shown.html)![0];
    const explained = wordsOf(await open(owner, `/app/${scene.shop.brand.id}${event}`));
    expect(explained).toMatch(
      /Value \$50\.00 Value decided by The store .* Credit decided by The store Confirmed by The store/,
    );
    // Neither under another pixel, nor to another account.
    const stranger = await mintAccount('brand');
    const theirs = await personOf(stranger, 'owner');
    const other = await signedIn(theirs);
    const { id } = scene;
    expect(await performed(theirs, shopOperations.getShopPixel, { params: { id } })).toMatchObject({
      pixel: null,
    });
    await expect(performed(theirs, shopOperations.getShop, { params: { id } })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await open(other, `/app/${stranger.id}/connections/${id}`)).status).toBe(404);
    expect((await open(other, `/app/${stranger.id}${event}`)).status).toBe(404);
    expect((await open(other, `/app/${scene.shop.brand.id}${event}`)).status).toBe(404);
    const elsewhere = event.replace(/pxl_\w+/, `pxl_${'0'.repeat(26)}`);
    expect((await open(owner, `/app/${scene.shop.brand.id}${elsewhere}`)).status).toBe(404);
    await scene.world.sim('webhooks', { lose: true });
    await scene.order();
    await scene.pass(HOUR_MS + MINUTE_MS);
    await minute(scene.world);
    expect(wordsOf(await open(owner, page))).toMatch(/Found by the hourly check 1 order,/);
    // What the next listing finds again was not missed again.
    await scene.pass(HOUR_MS + MINUTE_MS);
    await minute(scene.world);
    expect(wordsOf(await open(owner, page))).toMatch(/Found by the hourly check 1 order,/);
  });

  it('shows a test order, which is no sale', async () => {
    await scene.order({ test: true });
    await scene.carry();
    expect(wordsOf(await open(owner, page))).toMatch(
      /(?:No creator|Kept link) Test order.*Test order #\d+ arrived Placed .* It is no sale/,
    );
    expect(await scene.sold()).toEqual([]);
  });

  it('shows the newest test order, in whichever order they were read', async () => {
    const arrived = async () =>
      Number(/Test order #(\d+) arrived/.exec(wordsOf(await open(owner, page)))![1]);
    await scene.pass(MINUTE_MS);
    const now = clock.now();
    const place = async (...secondsAgo: number[]) => {
      for (const seconds of secondsAgo)
        await scene.order({ test: true, createdAt: iso(now - seconds * SECOND_MS) });
      await scene.carry();
    };
    await place(20, 5, 10);
    const second = await arrived();
    await place(15);
    expect(await arrived()).toBe(second);
    await place(1);
    // The names count up: it was the second that was the newest of the first three.
    expect(await arrived()).toBe(second + 3);
  });

  it('reads the shop at once, and says what to do once it is over', async () => {
    expect((await act(owner, page, 'sync')).status).toBe(303);
    expect(wordsOf(await open(owner, page))).toContain('Syncing');
    await scene.world.sim('uninstall', { client: scene.world.client });
    await minute(scene.world);
    expect(wordsOf(await open(owner, page))).toMatch(
      /Reconnect the store New orders no longer confirm sales/,
    );
  });

  it('has customers who ask for their data as tasks: told once, answered by an owner', async () => {
    const email = 'asks.for.data@example.com';
    await scene.world.sim('settings', { protected: 'visible' });
    const number = await scene.order({ email });
    await scene.carry();
    const { brand } = scene.shop;
    const [{ email: address }] = (
      await testEnv.DB.prepare('SELECT email FROM people WHERE id = ?').bind(person).all<{ email: string }>()
    ).results as [{ email: string }];
    await scene.world.sim('app', { client: scene.world.client, privacy: `${ORIGIN}/webhooks/shopify` });
    const privacy = { client: scene.world.client, topic: 'customers/data_request', order: number };
    await scene.world.sim('webhooks', { copies: 3 });
    await scene.world.sim('privacy', privacy);
    await scene.carry();
    await scene.world.sim('webhooks', {});
    expect(await mailsTo(address)).toHaveLength(1);
    const waiting = await open(owner, page);
    expect(wordsOf(waiting)).toMatch(new RegExp(`Orders: ${number}.*1 customer asked for their data`));
    const id = /value="([0-9a-f]{64})"/.exec(waiting.html)![1]!;
    const file = await act(owner, page, 'data', { _id: id });
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="customer-data-.*json"$/);
    expect(file.html).toContain(hashUser({ email }).email);
    const refusal = async (whose: Minted, role: 'owner' | 'member', operation: keyof typeof ANSWERS) => {
      const asked = performed(await personOf(whose, role), ANSWERS[operation] as typeof ANSWERS.data, {
        params: { id },
      });
      return await asked.then(
        () => null,
        ({ code }: { code: string }) => code,
      );
    };
    expect(await refusal(brand, 'member', 'data')).toBe('permission_denied');
    const stranger = await mintAccount('brand');
    for (const operation of ['data', 'answered'] as const)
      expect(await refusal(stranger, 'owner', operation)).toBe('not_found');
    expect((await act(owner, page, 'answered', { _id: id })).status).toBe(303);
    expect(wordsOf(await open(owner, page))).toMatch(/Customer data request of .* Answered/);
    const row = testEnv.DB.prepare('SELECT hashes FROM data_requests WHERE id = ?').bind(id);
    expect(await row.first()).toEqual({ hashes: '{}' });
    // The same webhook, sent again later, is the same request.
    await scene.carry();
    expect(await mailsTo(address)).toHaveLength(1);
  });
});

describe('a shop that opens the app from its admin', () => {
  const link = async (world: Pick<ShopScene['world'], 'sim' | 'client'>) => {
    const { url } = await world.sim('install-link', {
      client: scene.world.client,
      url: `${ORIGIN}/connections/install/shopify`,
    });
    const { pathname, search } = new URL(url);
    return pathname + search;
  };

  it('leads through the sign-in and the choice of a brand to the connection', async () => {
    const other = await shopWorld();
    const opened = await open(newBrowser(), await link(other));
    const path = opened.headers.get('location')!;
    expect(path).toMatch(/^\/connections\/install\/shopify\/test-/);
    const signIn = await open(newBrowser(), path);
    expect(signIn.headers.get('location')).toBe(`/sign-in?to=${encodeURIComponent(path)}`);
    // Who manages one brand has no choice to make.
    const chosen = (await open(owner, path)).headers.get('location')!;
    expect(chosen).toBe(`/app/${scene.shop.brand.id}${path}`);
    expect(wordsOf(await open(owner, chosen))).toContain(`The orders of ${other.shop} confirm the sales`);
    const begun = await act(owner, chosen, 'connect');
    expect(begun.headers.get('location')).toMatch(`${ORIGIN}/connections/`);
    const visit = await open(owner, begun.headers.get('location')!.replace(ORIGIN, ''));
    expect(wordsOf(visit)).toContain(other.shop);
  });

  it('offers all brands of a person, an agency’s clients, and none to others', async () => {
    const path = (await open(newBrowser(), await link(await shopWorld()))).headers.get('location')!;
    const [partner, second] = [
      await mintAccount('partner', { name: 'Harbor Agency' }),
      await mintAccount('brand'),
    ];
    const client = await mintAccount('brand', { managedBy: partner.id, name: 'Managed Brand' });
    const many = await mintPerson({ [second.id]: 'owner', [partner.id]: 'admin' });
    const who = browserOf(many);
    expect((await open(who, path)).html).toContain(`/app/${partner.id}${path}`);
    expect((await open(who, `/app/${partner.id}${path}`)).html).toContain(`/app/${client.id}${path}`);
    expect(wordsOf(await open(who, `/app/${client.id}${path}`))).toContain('Connect to Managed Brand');
    const member = browserOf(await mintPerson({ [second.id]: 'member' }));
    expect(wordsOf(await open(member, path))).toContain('You manage no brand yet');
    expect(wordsOf(await open(member, `/app/${second.id}${path}`))).toContain('Only owners and admins');
  });

  it('is refused once its link is old or changed, and leads to the page of a shop that is connected', async () => {
    const signed = await link(scene.world);
    const path = (await open(newBrowser(), signed)).headers.get('location')!;
    const there = await open(owner, path);
    expect(there.headers.get('location')).toBe(page);
    const forged = path.replace(scene.world.shop, 'somebody-elses.myshopify.com');
    for (const wrong of [forged, `${path}0`, path.replace(/.$/, (last) => (last === '0' ? '1' : '0'))])
      expect([wrong, (await open(owner, wrong)).status]).toEqual([wrong, 400]);
    expect((await open(newBrowser(), signed.replace('shop=', 'shop=x'))).status).toBe(400);
    expect((await open(newBrowser(), signed.replace('shopify?', 'meta?'))).status).toBe(400);
    await scene.pass(91 * SECOND_MS);
    expect((await open(newBrowser(), signed)).status).toBe(400);
    expect((await open(owner, path)).status).toBe(303);
    await scene.pass(DAY_MS);
    const later = await signedIn(await personOf(scene.shop.brand, 'owner'));
    expect((await open(later, path)).status).toBe(400);
    expect(await connectShop(scene.world, scene.shop.brand)).toBe(scene.id);
  });
});
