// The pages of plans: what waits for whom, what a plan changes in words, who answers it, and the repair of what failed.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mintApproved } from '../harness/ads/campaigns.ts';
import { bindClient, longPlan, mintPlan, pausing, planBody } from '../harness/ads/kept-plans.ts';
import { ON_BOTH, type TwoPlatforms, twoPlatforms } from '../harness/ads/two-platforms.ts';
import * as clock from '../harness/clock.ts';
import { countTrips } from '../harness/faults/trips.ts';
import {
  ask,
  type Browser,
  type PageAnswer,
  send,
  sendShown,
  signedIn,
  wordsOf,
} from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { call, type Minted, mintAccount, testEnv } from '../harness/world.ts';

const MOST_TRIPS = 3;

let { world, snap } = {} as TwoPlatforms;
let brand: Minted;
let partner: Minted;
let campaign: { id: string; adSets: { id: string; name: string }[] };
let as: Record<'owner' | 'member' | 'agent', Browser>;

beforeAll(async () => {
  ({ world, snap } = await twoPlatforms());
  ({ brand } = world);
  partner = await mintAccount('partner', { name: 'Harbor Agency' });
  await testEnv.DB.prepare("UPDATE accounts SET managed_by = ?, name = 'Northwind' WHERE id = ?")
    .bind(partner.id, brand.id)
    .run();
  await bindClient(partner.keyId, brand.id);
  const made = await world.send(
    'POST',
    '/v1/campaigns',
    world.body({ name: 'Ready overnight', settings: ON_BOTH, launch: false }),
  );
  await pass(3);
  campaign = (await world.send('GET', `/v1/campaigns/${made.body.data.id}`)).body.data;
  as = {
    owner: await signedIn(await personOf(brand)),
    member: await signedIn(await personOf(brand, 'member')),
    agent: await signedIn(await personOf(partner)),
  };
});
afterAll(() => {
  vi.unstubAllGlobals();
  clock.release();
});

async function pass(times = 1, ms = 60_000): Promise<void> {
  for (let n = 0; n < times; n++) {
    await snap.sim('clock', { advance: ms });
    await world.passAds(ms);
  }
}

const to = (path = '') => `/app/${brand.id}/plans${path}`;
const open = (who: Browser, path: string) => ask(who, path, { env: world.meta.env });
const act = (who: Browser, path: string, action: string, fields: Record<string, string> = {}) =>
  send(who, path, action, fields, { env: world.meta.env });
const actionsOn = ({ html }: PageAnswer) =>
  [...html.matchAll(/name="_action" value="(\w+)"/g)].map(([, action]) => action).sort();

const step = (id: string, platform: string, more: object) => ({
  ...{ id, idempotencyKey: `key of ${id}`, sequence: 1, platform, productVariant: 'auction' },
  ...{ dependsOnStepIds: [], ...more },
});
const budgetOn = (platform: string, billingLimit: number) =>
  step(`budget ${platform}`, platform, {
    ...{ resourceKind: 'campaign', mutation: 'update', fieldPaths: ['/budget/billingLimit'] },
    input: { budget: { billingLimit } },
  });

/** A plan by the partner. */
async function planned(steps: unknown[], more: object = {}): Promise<{ id: string; semanticHash: string }> {
  const platforms = [...new Set((steps as { platform: string }[]).map((one) => one.platform))];
  const target = { kind: 'paid_campaign', id: campaign.id };
  const body = planBody({ operationType: 'update_campaign', platforms, steps, target, ...more } as never);
  const made = await call('POST', `/ads/plans?client=${brand.id}`, {
    ...{ env: world.meta.env, key: partner.key, body },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.data;
}
const budgets = (amount: number) => planned([budgetOn('meta', amount), budgetOn('snapchat', amount)]);

describe('the list', () => {
  it('names the next step where there is nothing, and refuses a status that there is not', async () => {
    const other = await mintAccount('brand');
    const stranger = await signedIn(await personOf(other));
    expect(wordsOf(await open(stranger, `/app/${other.id}/plans`))).toMatch(/No plans yet.*Go to campaigns/);
    expect((await open(as.owner, to('?status=odd'))).status).toBe(422);
    expect((await open(stranger, to())).status).toBe(404);
  });

  it('shows first what waits for its reader, and the rest by state and page', async () => {
    const open1 = await budgets(100_000);
    const own = await mintPlan(brand.id, { input: pausing(campaign.id) });
    await mintPlan(brand.id, { approvalState: 'rejected', executionState: 'cancelled' });
    const first = await open(as.owner, to());
    const [waiting, all] = first.html.split('All plans');
    expect(waiting).toContain(open1.id);
    expect(waiting).toContain(own.id);
    expect(wordsOf({ ...first, html: waiting! })).toMatch(
      /Needs attention.*Pause Ready overnight.*Change Ready overnight By your agency\. Expires in 2[34] h\. Pending approval Review/,
    );
    expect(all).toContain('Rejected');
    const rejected = wordsOf(await open(as.owner, to('?status=rejected')));
    expect(rejected).toContain('Rejected');
    expect(rejected).not.toContain('Needs attention');
    const mine = (await open(as.agent, to())).html.split('All plans')[0]!;
    expect([mine.includes(open1.id), mine.includes(own.id)]).toEqual([true, false]);
    expect(wordsOf(await open(as.member, to()))).not.toContain('Needs attention');
    expect((await open(as.agent, `/app/${partner.id}/plans`)).html).toContain(`href="${to()}"`);
  });
});

describe('a plan', () => {
  it('is told by before and after, once for all platforms, with what is spent more a day', async () => {
    const submission = await mintApproved(brand.id);
    await testEnv.DB.prepare("UPDATE submissions SET caption = 'Cold brew at dawn' WHERE id = ?")
      .bind(submission)
      .run();
    const shown = { kind: 'submission', id: submission };
    const [set] = campaign.adSets;
    const { id } = await planned([
      ...['meta', 'snapchat'].map((platform) =>
        step(`budget ${platform}`, platform, {
          ...{ resourceKind: 'campaign', mutation: 'update' },
          fieldPaths: ['/budget/billingLimit', '/tracking/urlParameters'],
          input: { budget: { billingLimit: 180_000 }, tracking: { urlParameters: 'season=winter' } },
        }),
      ),
      step('video', 'meta', {
        ...{ resourceKind: 'media', mutation: 'upload', fieldPaths: ['/source'], input: { source: shown } },
      }),
      step('creative', 'meta', {
        ...{ sequence: 2, resourceKind: 'creative', mutation: 'create', dependsOnStepIds: ['video'] },
        fieldPaths: ['/submission', '/media'],
        input: { submission: shown, media: { kind: 'step', id: 'video' } },
      }),
      step('ad', 'meta', {
        ...{ sequence: 3, resourceKind: 'ad', mutation: 'create', dependsOnStepIds: ['creative'] },
        fieldPaths: ['/name', '/deliveryGroup', '/creative'],
        input: {
          name: 'Dawn',
          deliveryGroup: { kind: 'resource', id: set!.id.replace('adset_', 'res_') },
          creative: { kind: 'step', id: 'creative' },
        },
      }),
    ]);
    const words = wordsOf(await open(as.owner, to(`/${id}`)));
    expect(words).toContain('Requested by Harbor Agency');
    expect(words).toMatch(/Expires \d+ \w+ \d+, \d\d:\d\d UTC in 2[34] h/);
    expect(words).toContain('Spend per day None, because no ads run');
    expect(words.match(/Change campaign/g)).toHaveLength(1);
    expect(words).toMatch(/Change campaign Meta Snapchat Billing limit: from \$900\.00 → to \$1,800\.00/);
    expect(words).toMatch(/: from None → to season=winter/);
    expect(words).toMatch(
      new RegExp(`Ad set “${set!.name}” 1 change New ad “Dawn” Meta Video: Cold brew at dawn`),
    );
    expect(words).not.toContain('Upload video');
    await runs('live', 'active');
    expect(wordsOf(await open(as.owner, to(`/${id}`)))).toMatch(
      /Spend per day from \$30\.00\/day → to \$60\.00\/day \$30\.00 more a day/,
    );
    await runs('paused', 'paused');
  });

  it('waits for the database three times, as does the list', async () => {
    const { id } = await budgets(110_000);
    for (const path of [to(), to(`/${id}`), to(`/${id}?part=1`)]) {
      const { env, count } = countTrips();
      expect((await ask(as.owner, path, { env })).status).toBe(200);
      expect(count(), path).toBeLessThanOrEqual(MOST_TRIPS);
    }
  });

  it('of 100 steps is short enough to judge: equal ones of two platforms once, folded by ad set', async () => {
    const long = longPlan(campaign.id);
    const steps = long.steps.map((one) =>
      one.id.endsWith(' 13')
        ? { ...one, mutation: 'set_status' as const, input: { ...one.input, status: 'paused' } }
        : one,
    );
    const { id } = await mintPlan(brand.id, { input: { ...long, steps } });
    const { html } = await open(as.owner, to(`/${id}`));
    expect(html.match(/New ad “/g)).toHaveLength(44);
    const groups = [...html.matchAll(/<details class="more"( open="")?><summary>(.*?)<\/summary>/g)];
    expect(groups.map(([, opened]) => opened !== undefined)).toEqual([true, false, false, false, false]);
    expect(wordsOf({ ...{ status: 200, headers: new Headers() }, html: groups[1]![2]! })).toMatch(
      /Ad set “Set 2” 10 changes: 1 paused, 9 added/,
    );
  });

  it('is answered by the brand alone, and is anybody else’s to read', async () => {
    const { id } = await budgets(120_000);
    expect(actionsOn(await open(as.owner, to(`/${id}`)))).toEqual(['approve', 'reject']);
    expect(actionsOn(await open(as.member, to(`/${id}`)))).toEqual([]);
    const agents = await open(as.agent, to(`/${id}`));
    expect(actionsOn(agents)).toEqual(['cancel']);
    expect(wordsOf(agents)).toContain('Northwind decides');
    const stranger = await signedIn(await personOf(await mintAccount('brand')));
    for (const [who, path] of [
      [stranger, to(`/${id}`)],
      [as.agent, `/app/${partner.id}/plans/${id}`],
    ] as const)
      expect((await open(who, path)).status, path).toBe(404);
    const refused = await act(as.owner, to(`/${id}`), 'reject', {
      note: 'Not before October.',
      semanticHash: (await planOf(id)).semanticHash,
    });
    expect(refused.status).toBe(303);
    for (const who of [as.owner, as.agent]) {
      const after = await open(who, to(`/${id}`));
      expect(wordsOf(after)).toMatch(/Rejected by the brand Not before October\./);
      expect(actionsOn(after)).toEqual([]);
    }
  });

  it('is approved as it was shown: what changed meanwhile is said, and asked anew', async () => {
    const { id, semanticHash } = await budgets(130_000);
    const before = await open(as.owner, to(`/${id}`));
    const edited = await world.send('PATCH', `/v1/campaigns/${campaign.id}`, {
      budget: { billingLimit: 95_000 },
    });
    expect(edited.status, JSON.stringify(edited.body)).toBe(200);
    await pass(2);
    const stale = await sendShown(
      as.owner,
      to(`/${id}`),
      before,
      'approve',
      { semanticHash },
      { env: world.meta.env },
    );
    expect(stale.status).toBe(409);
    expect(wordsOf(stale)).toMatch(
      /Change campaign \(Meta, Snapchat\) changed from Billing limit \$900\.00 → \$1,300\.00 to Billing limit \$950\.00 → \$1,300\.00/,
    );
    expect(wordsOf(stale)).toContain('The campaign has changed since this was planned');
    expect((await planOf(id)).approvalState).toBe('pending_approval');
    expect((await act(as.owner, to(`/${id}`), 'approve', { semanticHash })).status).toBe(303);
    expect(actionsOn(await open(as.owner, to(`/${id}`)))).toEqual(['execute', 'reject']);
    expect(actionsOn(await open(as.agent, to(`/${id}`)))).toEqual(['cancel', 'execute']);
  });

  it('tells what became of it while it goes on, and is repaired with one click', async () => {
    const { id, semanticHash } = await budgets(150_000);
    await act(as.owner, to(`/${id}`), 'approve', { semanticHash });
    await snap.fault('refuse', 'PUT adaccounts', { times: 1 });
    expect((await act(as.agent, to(`/${id}`), 'execute', { semanticHash })).status).toBe(303);
    const begun = await open(as.owner, to(`/${id}`));
    expect(begun.html).toContain('data-goes-on');
    expect(begun.html).toMatch(/\/ui\/progress\./);
    await pass(2);
    const part = await open(as.owner, to(`/${id}?part=1`));
    expect(part.html).not.toContain('data-goes-on');
    expect(wordsOf(await open(as.owner, to(`/${id}`)))).toContain(
      'Billing limit: from $950.00 → to $1,500.00',
    );
    expect(part.html).not.toContain('<html');
    expect(wordsOf(part)).toMatch(/Meta Done.*Snapchat Failed.*Change campaign Failed .*Create repair plan/);
    expect(wordsOf(await open(as.owner, to()))).toMatch(/Needs attention.*Failed Repair/);
    const [failed] = (
      await call('GET', `/ads/operations?planId=${id}&state=failed`, { env: world.meta.env, key: brand.key })
    ).body.data.items;
    expect(actionsOn(await open(as.member, to(`/${id}`)))).toEqual([]);
    const repaired = await act(as.owner, to(`/${id}`), 'repair', { _id: failed.id });
    expect(repaired.status, repaired.html).toBe(303);
    const repair = repaired.headers.get('Location')!;
    expect(wordsOf(await open(as.owner, repair))).toMatch(
      /Pending approval.*Repairs What an earlier plan did not finish/,
    );
    // A second click leads to the same plan; once that is canceled, to another one.
    const again = await act(as.owner, to(`/${id}`), 'repair', { _id: failed.id });
    expect(again.headers.get('Location')).toBe(repair);
    expect((await act(as.owner, repair, 'cancel')).status).toBe(303);
    const anew = (await act(as.owner, to(`/${id}`), 'repair', { _id: failed.id })).headers.get('Location')!;
    expect(anew).not.toBe(repair);
    const { semanticHash: hash } = await planOf(anew.split('/').at(-1)!);
    await act(as.owner, anew, 'approve', { semanticHash: hash });
    await act(as.owner, anew, 'execute', { semanticHash: hash });
    await pass(2);
    expect(wordsOf(await open(as.owner, anew))).toMatch(/Snapchat Done/);
    expect(actionsOn(await open(as.owner, to(`/${id}`)))).toEqual([]);
  });
});

describe('a campaign', () => {
  it('shows its plans with what became of them, and so does its activity', async () => {
    const page = await open(as.owner, `/app/${brand.id}/campaigns/${campaign.id}`);
    expect(wordsOf(page)).toMatch(/Plans View all Plan Status Progress Change Ready overnight By Northwind/);
    expect(wordsOf(page)).toMatch(
      /Partly done Meta: Done Snapchat: Failed|Partly done Snapchat: Failed Meta: Done/,
    );
    expect(page.html).toMatch(/<a href="[^"]+\/plans\/plan_\w+">A plan began<\/a>/);
    expect(page.html).toMatch(/<a href="[^"]+\/plans\/plan_\w+">Plan failed on Snapchat<\/a>/);
    expect(wordsOf(page)).not.toMatch(/[Rr]etry\./);
    const all = await open(as.owner, to(`?campaign=${campaign.id}`));
    expect(wordsOf(all)).not.toContain('Needs attention');
    expect(wordsOf(all)).toMatch(/Partly done Meta, Snapchat/);
  });

  it('shows what somebody changed at a platform, and what ends that, as does the list of resources', async () => {
    const [set] = campaign.adSets;
    const budget = { field: 'budget', here: { daily: 2_500 }, there: { daily: 3_000 }, readAt: clock.now() };
    const name = { field: 'name', here: set!.name, there: 'Runners', readAt: clock.now() };
    await testEnv.DB.prepare(
      "UPDATE ads_resources SET drift = ?2, sync_state = 'drifted' WHERE local_id = ?1",
    )
      .bind(set!.id, JSON.stringify([budget, name]))
      .run();
    const told = new RegExp(
      `Budget: \\$25\\.00/day here, \\$30\\.00/day on Meta since .* UTC Name: ${set!.name} here, Runners on Meta`,
    );
    const page = wordsOf(await open(as.owner, `/app/${brand.id}/campaigns/${campaign.id}`));
    expect(page).toMatch(told);
    expect(page).toMatch(/Changed on the platform.*save it again here or change it back/);
    const list = `/app/${brand.id}/campaigns/resources`;
    const drifted = wordsOf(await open(as.owner, `${list}?state=drifted`));
    expect(drifted).toMatch(told);
    expect(drifted).toContain('save it again here or change it back');
    const { env, count } = countTrips();
    expect(wordsOf(await ask(as.member, list, { env }))).toMatch(
      /Ready overnight Campaign, Meta As set here/,
    );
    expect(count()).toBeLessThanOrEqual(MOST_TRIPS);
    expect(wordsOf(await open(as.owner, `${list}?state=drifted&platform=google`))).toContain(
      'No differences',
    );
    expect((await open(as.owner, `${list}?state=odd`)).status).toBe(422);
    expect((await open(as.agent, `/app/${partner.id}/campaigns/resources`)).html).toContain(`href="${list}"`);
  });
});

/** As if the platforms had followed. */
async function runs(wanted: string, status: string): Promise<void> {
  await testEnv.DB.batch([
    testEnv.DB.prepare('UPDATE campaigns SET wanted = ?2 WHERE id = ?1').bind(campaign.id, wanted),
    testEnv.DB.prepare('UPDATE ad_sets SET status = ?2 WHERE campaign_id = ?1').bind(campaign.id, status),
  ]);
}

const planOf = async (id: string) =>
  (await call('GET', `/ads/plans/${id}`, { env: world.meta.env, key: brand.key })).body.data;
