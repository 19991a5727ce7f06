// The pages of campaigns: who can see and do what there, and what a campaign shows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../src/auth/actor.ts';
import { adSyncOperations } from '../../src/domains/ads/ad-sync/operations.ts';
import { campaignOperations } from '../../src/domains/ads/campaigns/operations.ts';
import { type CampaignWorld, campaignWorld } from '../harness/ads/campaigns.ts';
import * as clock from '../harness/clock.ts';
import { countTrips } from '../harness/faults/trips.ts';
import { ask, type Browser, send, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { performed, personOf } from '../harness/people/person.ts';
import { call, type Minted, mintAccount, testEnv } from '../harness/world.ts';

const MOST_TRIPS = 3;

let world: CampaignWorld;
let brand: Minted;
let as: Record<Role, Browser>;
let id: string;
const to = (path = '') => `/app/${brand.id}/campaigns${path}`;
const open = (who: Browser, path: string) => ask(who, path, { env: world.meta.env });
const act = (who: Browser, path: string, action: string, fields: Record<string, string> = {}) =>
  send(who, path, action, fields, { env: world.meta.env });
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
const read = async (one = id): Promise<any> => (await world.send('GET', `/v1/campaigns/${one}`)).body.data;
/** The state that a form sends if it was opened just now. */
const seen = async (one = id): Promise<string> => String((await read(one)).version);

beforeAll(async () => {
  world = await campaignWorld();
  brand = world.brand;
  const [owner, admin, member] = await Promise.all(
    (['owner', 'admin', 'member'] as const).map(async (role) => signedIn(await personOf(brand, role))),
  );
  as = { owner: owner!, admin: admin!, member: member! };
});
afterAll(() => clock.release());

describe('the list', () => {
  it('names the next step where there is nothing, keeps its filters, and refuses those that there are not', async () => {
    const other = await mintAccount('brand');
    const stranger = await signedIn(await personOf(other));
    const empty = await open(stranger, `/app/${other.id}/campaigns`);
    expect(wordsOf(empty)).toContain('No ad account connected');
    expect(empty.html).toContain(`href="/app/${other.id}/connections"`);
    expect(wordsOf(await open(as.owner, to()))).toMatch(/Create campaign.*No campaigns yet.*Create campaign/);
    const made = await world.send('POST', '/v1/campaigns', world.body({ launch: false }));
    id = made.body.data.id;
    const page = await open(as.admin, to('?status=processing&platform=meta'));
    expect(page.html).toMatch(/<option value="processing" selected.*<option value="meta" selected/s);
    expect(wordsOf(page)).toMatch(/Summer.*Processing.*Meta: Processing.*\$900\.00 lifetime.*\$0\.00/);
    expect(wordsOf(await open(as.owner, to('?status=live')))).toContain('No campaigns match');
    for (const query of ['status=odd', 'platform=odd', 'connection=odd'])
      expect((await open(as.owner, to(`?${query}`))).status, query).toBe(422);
    expect((await open(as.owner, to('?cursor=odd'))).status).toBe(400);
    await world.pass();
  });

  it("is a brand's: partners are led to their clients, others find nothing", async () => {
    const partner = await mintAccount('partner');
    const client = await mintAccount('brand', { managedBy: partner.id, name: 'Clear Water' });
    const agent = await signedIn(await personOf(partner));
    const page = await open(agent, `/app/${partner.id}/campaigns`);
    expect(page.html).toContain(`href="/app/${client.id}/campaigns"`);
    expect((await open(agent, `/app/${client.id}/campaigns`)).status).toBe(200);
    for (const path of [
      `/app/${client.id}/campaigns/${id}`,
      `/app/${partner.id}/campaigns/${id}`,
      to(),
      to(`/${id}`),
    ])
      expect((await open(agent, path)).status, path).toBe(404);
  });

  it('is nothing for creators', async () => {
    const creator = await call('POST', '/v1/creators', {
      key: brand.key,
      body: { email: `${crypto.randomUUID()}@example.com`, name: 'Mia Torres' },
    });
    const mia = await personOf(await mintAccount());
    await testEnv.DB.prepare('UPDATE creators SET person_id = ?2, claimed_at = 1 WHERE id = ?1')
      .bind(creator.body.data.id, mia.callerId)
      .run();
    const browser = await signedIn(mia);
    const place = `/app/${creator.body.data.id}`;
    expect((await open(browser, `${place}/`)).html).not.toContain('/campaigns"');
    for (const path of ['', '/new', `/${id}`, `/${id}/edit`])
      expect((await open(browser, `${place}/campaigns${path}`)).status, path).toBe(404);
  });
});

describe('a campaign', () => {
  it('is launched, paused, planned, copied and ended by owners and admins, and only looked at by members', async () => {
    const page = to(`/${id}`);
    for (const path of [to(), page]) {
      const seen = await open(as.member, path);
      expect(seen.status).toBe(200);
      expect(seen.html).not.toMatch(/name="_action" value="(?!export")|campaigns\/new/);
    }
    expect((await open(as.member, `${page}/edit`)).status).toBe(403);
    const first = wordsOf(await open(as.owner, page));
    expect(first).toMatch(/Launch Summer\?.*\$900\.00 lifetime.*Set up on Meta/);
    expect(first).toMatch(/\d+ completed platform steps/);

    const past = await act(as.owner, page, 'schedule', { scheduledLaunchAt: '2020-01-01T00:00' });
    expect([past.status, wordsOf(past)]).toEqual([
      422,
      expect.stringContaining('The scheduled launch is in the past.'),
    ]);
    const at = new Date(clock.now() + 86_400_000).toISOString().slice(0, 16);
    expect((await act(as.admin, page, 'schedule', { scheduledLaunchAt: at })).status).toBe(303);
    expect((await read()).scheduledLaunchAt).toBe(`${at}:00.000Z`);
    expect((await act(as.admin, page, 'unschedule')).status).toBe(303);
    expect((await read()).scheduledLaunchAt).toBeNull();

    expect((await act(as.owner, page, 'launch')).status).toBe(303);
    expect(wordsOf(await open(as.owner, page))).toMatch(/Launching.*Launching the campaign\./);
    await world.pass();
    expect((await read()).status).toBe('in_review');
    // One ad can be paused by itself, and turned on again.
    const [{ id: set, ads }] = (await read()).adSets;
    const statusOf = async (path: string) => (await world.send('GET', path)).body.data.status;
    for (const [part, path] of [
      [ads[0].id, `/v1/ads/${ads[0].id}`],
      [set, `/v1/ad-sets/${set}`],
    ]) {
      expect((await act(as.admin, page, 'pausePart', { _id: part })).status).toBe(303);
      expect(await statusOf(path)).toBe('paused');
      expect(wordsOf(await open(as.admin, page))).toMatch(/is paused\./);
      expect((await act(as.admin, page, 'runPart', { _id: part })).status).toBe(303);
      expect(await statusOf(path)).toBe('active');
    }
    expect((await act(as.owner, page, 'pause')).status).toBe(303);
    await world.pass();
    expect(wordsOf(await open(as.owner, page))).toMatch(/Resume.*Pause requested by/);
    const again = await act(as.owner, page, 'retry', { _seen: await seen() });
    expect([again.status, wordsOf(again)]).toEqual([
      409,
      expect.stringContaining('Cannot retry a campaign with the status paused.'),
    ]);

    const copied = await act(as.owner, page, 'copy', { name: 'Autumn' });
    const copy = copied.headers.get('location')!;
    expect(wordsOf(await open(as.owner, copy))).toMatch(/Created as a duplicate.*Autumn is being set up/);
    await world.pass();
    expect((await act(as.owner, copy, 'archive')).status).toBe(303);
    await world.pass();
    expect(await read(copy.split('/').at(-1))).toMatchObject({ status: 'archived', name: 'Autumn' });
    expect((await open(as.owner, copy)).html).not.toMatch(/value="(launch|resume|archive)"|\/edit"/);
  });

  it('is edited: only what was changed, to the cent, and with what is wrong at its field', async () => {
    const page = to(`/${id}/edit`);
    const fields = {
      version: String((await read()).version),
      name: 'Summer & more',
      'budget.daily': '',
      'budget.billingLimit': '1,234.05',
      'schedule.endDate': '',
      'destination.value': 'https://shop.example/',
      'ad.primaryText': 'See it.',
      'ad.callToAction': 'shop_now',
    };
    for (const wrong of ['12.345', '1.234,50', '-3', 'much']) {
      const refused = await act(as.owner, page, 'save', { ...fields, 'budget.billingLimit': wrong });
      expect(refused.status, wrong).toBe(422);
      expect(refused.html).toMatch(new RegExp(`value="${wrong}"[^>]*aria-invalid="true"`));
      expect(refused.html).toContain('value="Summer &amp; more"');
    }
    const low = await act(as.owner, page, 'save', { ...fields, 'budget.daily': '0.50' });
    expect(low.status).toBe(422);
    expect(low.html).toMatch(
      /id="save-budget-daily-error">[^<]*at least \$1\.00 for Meta\. Raise the daily budget\./,
    );
    expect((await act(as.owner, page, 'save', fields)).status).toBe(303);
    expect(await read()).toMatchObject({
      name: 'Summer & more',
      budget: { daily: null, billingLimit: 123_405 },
    });
    const stale = await act(as.admin, page, 'save', { ...fields, name: 'Late' });
    expect(stale.status).toBe(409);
    expect(stale.html).toContain('value="Late"');
    await world.pass();
  });

  it('shows what its ads brought, and why they do not run', async () => {
    const ad = await testEnv.DB.prepare('SELECT * FROM ads WHERE campaign_id = ?')
      .bind(id)
      .first<Record<string, string>>();
    const there = await testEnv.DB.prepare('SELECT platform_id FROM campaign_platforms WHERE campaign_id = ?')
      .bind(id)
      .first<string>('platform_id');
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    await testEnv.DB.prepare(
      `INSERT INTO ad_days (connection_id, ad, ad_set, campaign, day, account_id, ad_id, campaign_id, currency, spend,
         impressions, clicks, conversions, revenue, read_at) VALUES (?, ?, 'x', ?, ?, ?, ?, ?, 'usd', 1234, 5000, 60, '{"purchase":4}', 9900, 1)`,
    )
      .bind(world.connection, ad!.platform_id, there, today, brand.id, ad!.id, id)
      .run();
    await testEnv.DB.prepare(
      `UPDATE ads SET review = '{"status":"rejected","reasons":["<b>Too loud"]}' WHERE id = ?`,
    )
      .bind(ad!.id)
      .run();
    await testEnv.DB.batch([
      testEnv.DB.prepare("UPDATE campaigns SET status = 'needs_attention' WHERE id = ?").bind(id),
      testEnv.DB.prepare(
        `UPDATE campaign_platforms SET status = 'needs_attention', issues = '["billing:BALANCE_EXCEED"]' WHERE campaign_id = ?`,
      ).bind(id),
      testEnv.DB.prepare(
        `INSERT INTO campaign_entries (id, campaign_id, platform, what, details, at)
         VALUES ('entry_held', ?, 'meta', 'held', '{"reason":"authorization_ended","ad":"ad_1"}', ?)`,
      ).bind(id, clock.now() + 1),
    ]);
    const page = await open(as.member, to(`/${id}`));
    expect(wordsOf(page)).toMatch(
      /Paused Meta: Needs attention Paused, and .* until it is resumed\. .*Meta cannot charge the ad account\. Check the balance.*Meta code: BALANCE_EXCEED/,
    );
    expect((await open(as.admin, to(`/${id}`))).html).toMatch(/value="resume".*Pause again/s);
    expect(wordsOf(page)).toMatch(/the creator&#39;s permission has ended.*Ask the creator/);
    expect(wordsOf(page)).not.toContain('NaN');
    expect(wordsOf(page)).toMatch(
      /Impressions 5,000.*Clicks 60.*CTR 1\.20%.*Purchases 4 .*\$3\.09 per purchase.*\$99\.00/,
    );
    const stranger = await personOf(await mintAccount('brand'));
    const foreign = await performed(stranger, adSyncOperations.getCampaignResults, { params: { id } });
    expect(foreign).toEqual({ spent: 0, readAt: null, days: [], ads: {}, conversions: {} });
    const spend = { body: { campaigns: [id] } };
    expect(await performed(stranger, campaignOperations.getCampaignSpend, spend)).toEqual({});
    expect(wordsOf(page)).toMatch(/Ad set 1 Meta Paused 100% \$41\.13\/day/);
    expect(wordsOf(page)).toMatch(/Rejected &lt;b&gt;Too loud 5,000 60 \$12\.34/);
  });

  it('waits for the database three times at most', async () => {
    for (const path of [to(), to(`/${id}`), to(`/${id}/edit`)]) {
      const { env, count } = countTrips();
      expect((await ask(as.owner, path, { env: { ...world.meta.env, DB: env.DB } })).status, path).toBe(200);
      expect(count(), path).toBeLessThanOrEqual(MOST_TRIPS);
    }
  });
});

describe('what is longer than a page shows', () => {
  const NUMBERS =
    'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2001)';
  const SAID = 'Only the newest 2,000 are shown.';

  it('says so: ad accounts to choose from, and the ad sets of a campaign', async () => {
    const other = await mintAccount('brand');
    const owner = await signedIn(await personOf(other));
    const connect = (kept: string) =>
      testEnv.DB.prepare(
        `${NUMBERS} INSERT INTO connections (id, holder, provider, status, platform_user, name, selection, version, created_at, updated_at)
         SELECT printf('conn_%026d', n), ?1, 'meta', 'active', 'user' || n, 'Account ' || n, '{}', 1, 0, 0 FROM numbers WHERE ${kept}`,
      )
        .bind(other.id)
        .run();
    const pages = async () =>
      await Promise.all(
        ['', '/new'].map(async (path) => (await ask(owner, `/app/${other.id}/campaigns${path}`)).html),
      );
    await connect('n > 1');
    for (const html of await pages()) {
      expect(html.match(/<option value="conn_/g)).toHaveLength(2_000);
      expect(html).not.toContain(SAID);
    }
    await connect('n = 1');
    for (const html of await pages()) {
      expect(html.match(/<option value="conn_/g)).toHaveLength(2_000);
      expect(html).toContain(SAID);
    }
    expect((await open(as.owner, to(`/${id}`))).html).not.toContain(SAID);
    await testEnv.DB.prepare(
      `${NUMBERS} INSERT INTO ad_sets (id, account_id, campaign_id, platform, connection_id, platform_id, name, status, currency, source, version, created_at, updated_at)
       SELECT printf('adset_%026d', n), ?1, ?2, 'meta', ?3, 'set' || n, 'Set ' || n, 'paused', 'usd', 'service', 1, 0, 0 FROM numbers`,
    )
      .bind(brand.id, id, world.connection)
      .run();
    expect((await open(as.owner, to(`/${id}`))).html).toContain(SAID);
    await testEnv.DB.prepare("DELETE FROM ad_sets WHERE name LIKE 'Set %'").run();
  });

  it('leaves no campaign without the name of its ad account, be it disconnected', async () => {
    const linked = async () =>
      (await open(as.member, to(`/${id}`))).html.includes(`connections/${world.connection}"`);
    expect(await linked()).toBe(true);
    const set = (status: string) =>
      testEnv.DB.prepare('UPDATE connections SET status = ? WHERE id = ?')
        .bind(status, world.connection)
        .run();
    await set('disconnected');
    expect(await linked()).toBe(true);
    expect((await open(as.member, `/app/${brand.id}/connections/${world.connection}`)).status).toBe(200);
    await set('active');
  });
});

describe("a partner's campaign", () => {
  it('runs when an owner of the brand says yes on the page, and the partner cannot say it', async () => {
    const partner = await mintAccount('partner', { name: 'Clear Agency' });
    await testEnv.DB.prepare('UPDATE accounts SET managed_by = ? WHERE id = ?')
      .bind(partner.id, brand.id)
      .run();
    const agent = await signedIn(await personOf(partner));
    const made = await call('POST', '/v1/campaigns', {
      env: world.meta.env,
      key: partner.key,
      as: brand.id,
      body: world.body({ launch: false, name: 'Winter' }),
    });
    const winter = made.body.data.id as string;
    const page = to(`/${winter}`);
    await world.pass();
    expect(wordsOf(await open(agent, page))).toMatch(/Request approval.*Approval not requested yet/);
    const asked = await act(agent, page, 'launch');
    expect(asked.status).toBe(303);
    expect(wordsOf(await open(agent, page))).toMatch(/Pending approval.*Sent to the brand for approval/);
    const yes = { status: 'approved', _seen: await seen(winter) };
    expect((await act(agent, page, 'answer', yes)).status).toBe(403);
    expect((await open(as.member, page)).html).not.toContain('value="answer"');
    const note = { status: 'changes_requested', note: 'Less blue, please' };
    expect((await act(as.owner, page, 'answer', { ...note, _seen: '1' })).status).toBe(409);
    expect((await act(as.owner, page, 'answer', note)).status).toBe(303);
    expect(wordsOf(await open(agent, page))).toMatch(/Changes requested by the brand Less blue, please/);
    await act(agent, page, 'launch');
    await act(as.admin, page, 'answer', { status: 'approved' });
    expect((await read(winter)).partnerApproval.status).toBe('approved');
    await world.pass();

    const more = { ...(await editable(winter)), 'budget.billingLimit': '2000' };
    expect((await act(agent, `${page}/edit`, 'save', more)).status).toBe(303);
    expect(wordsOf(await open(agent, page))).toMatch(
      /Change pending approval.*\$2,000\.00 lifetime \(now \$900\.00.*Sent to the brand for approval/,
    );
    const decided = { pendingChange: 'approved', _seen: await seen(winter) };
    expect((await act(agent, page, 'decide', decided)).status).toBe(403);
    expect(wordsOf(await open(as.owner, page))).toMatch(/Change pending approval Budget \$2,000\.00/);
    await act(as.owner, page, 'decide', { pendingChange: 'approved' });
    expect((await read(winter)).budget.billingLimit).toBe(200_000);
  });
});

/** The values in the fields of a campaign's edit page. */
async function editable(one: string): Promise<Record<string, string>> {
  const { html } = await open(as.owner, to(`/${one}/edit`));
  const inputs = [...html.matchAll(/<input (?=[^>]*name="([a-z][\w.]*)")[^>]*?value="([^"]*)"/g)];
  const texts = [...html.matchAll(/<textarea[^>]*name="([^"]+)"[^>]*>([^<]*)</g)];
  const chosen = [...html.matchAll(/<select[^>]*name="([^"]+)".*?<option value="([^"]+)" selected/gs)];
  return Object.fromEntries([...inputs, ...texts, ...chosen].map(([, name, value]) => [name!, value!]));
}
