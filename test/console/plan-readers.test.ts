// What the page of a plan tells each of its readers: who asked, who goes on, and what has changed since it was shown.
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import { beforeAll, expect, it } from 'vitest';
import { campaigns } from '../../src/domains/ads/campaign-record/table.ts';
import type { PlanStep } from '../../src/domains/ads/plan-record/plan-input.ts';
import { platformSteps, platformTasks } from '../../src/domains/ads/platform-tasks/table.ts';
import { newId } from '../../src/kit/ids.ts';
import { DAY_MS } from '../../src/kit/time.ts';
import { mintApproved } from '../harness/ads/campaigns.ts';
import {
  longPlan,
  mintAgency,
  mintOperation,
  mintPlan,
  mintRunning,
  pausing,
  severalPlans,
} from '../harness/ads/kept-plans.ts';
import * as clock from '../harness/clock.ts';
import { ask, type Browser, send, sendShown, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { type Minted, mintAccount, testEnv } from '../harness/world.ts';

const CAMPAIGN = 'camp_01k2d9q3v7h5m8r4t6w0x1y2z3';

let brand: Minted;
let [owner, member, agent] = [] as unknown as [Browser, Browser, Browser];

beforeAll(async () => {
  const agency = await mintAgency();
  brand = agency.brand;
  owner = await signedIn(await personOf(brand));
  member = await signedIn(await personOf(brand, 'member'));
  agent = await signedIn(await personOf(agency.partner));
});

const to = (path = '') => `/app/${brand.id}/plans${path}`;
const read = async (who: Browser, path?: string) => wordsOf(await ask(who, to(path)));
const turn = (id: string, set: string) =>
  testEnv.DB.prepare(`UPDATE ads_plans SET ${set} WHERE id = ?`).bind(id).run();

it('names to an agency no other one, which its brand reads by name', async () => {
  const { id: makerId } = await mintAccount('partner', { name: 'Tidewater' });
  const { id } = await mintPlan(brand.id, { input: pausing(CAMPAIGN), makerId });
  expect(await read(owner, `/${id}`)).toContain('Requested by Tidewater');
  const agents = await ask(agent, to(`/${id}`));
  expect(wordsOf(agents)).toContain('Requested by another agency');
  expect(agents.html).not.toContain('Tidewater');
  expect(agents.html).not.toContain('value="cancel"');
  expect(await read(agent)).toContain('By another agency');
});

it('says who has to go on', async () => {
  const { id } = await mintPlan(brand.id, { input: pausing(CAMPAIGN) });
  expect(await read(agent, `/${id}`)).toContain('Fern decides: its owners and admins');
  await turn(id, "approval_state = 'draft'");
  expect(await read(agent, `/${id}`)).toContain('Fern had nobody who could approve it');
  expect(await read(owner)).toMatch(/Needs attention.*Draft Review.*All plans/);
  await turn(id, "approval_state = 'approved', execution_state = 'ready'");
  expect(await read(member, `/${id}`)).toContain('An owner or admin executes it');
});

it('names no change that has not changed, where several are called the same', async () => {
  const { steps, ...head } = pausing(CAMPAIGN);
  const budget = (id: string, billingLimit: number) => ({
    ...{ ...steps[0]!, id, mutation: 'update' as const, fieldPaths: ['/budget/billingLimit'] },
    input: { budget: { billingLimit } },
  });
  const input = { ...head, steps: [budget('one', 160_000), budget('other', 170_000)] };
  const { id, semanticHash } = await mintPlan(brand.id, { input });
  const before = await ask(owner, to(`/${id}`));
  expect(before.html).toContain('Change campaign (Meta)=Billing limit 160000; Billing limit 170000');
  await turn(id, 'revision = 2');
  const stale = await sendShown(owner, to(`/${id}`), before, 'approve', { semanticHash });
  expect(stale.status).toBe(409);
  expect(wordsOf(stale)).not.toContain('changed from');
});

it('shows a video and warns of its permission that has ended, if they are the account’s own', async () => {
  const other = await mintAccount('brand');
  for (const account of [brand.id, other.id]) {
    const submission = await mintApproved(account);
    const permission = newId('adAuthorization', clock.now());
    await testEnv.DB.batch([
      testEnv.DB.prepare("UPDATE submissions SET caption = 'Cold brew' WHERE id = ?").bind(submission),
      testEnv.DB.prepare(
        `INSERT INTO ad_authorizations (id, account_id, creator_id, submission_id, program_id, platform, status, version,
          created_at, updated_at) VALUES (?, ?, 'c', ?, 'p', 'tiktok', 'revoked', 1, 1, 1)`,
      ).bind(permission, account, submission),
    ]);
    const { steps, ...head } = pausing(CAMPAIGN);
    const step = {
      ...{ ...steps[0]!, resourceKind: 'media' as const, mutation: 'upload' as const },
      fieldPaths: ['/source', '/authorization'],
      input: {
        source: { kind: 'submission', id: submission },
        authorization: { kind: 'ad_authorization', id: permission },
      },
    };
    const { id } = await mintPlan(brand.id, { input: { ...head, steps: [step] } });
    const words = await read(owner, `/${id}`);
    const isOwn = account === brand.id;
    expect(words.includes('Cold brew')).toBe(isOwn);
    expect(words.includes('permission has ended: “Cold brew”')).toBe(isOwn);
    await turn(id, "approval_state = 'approved', execution_state = 'ready'");
    const { html } = await ask(owner, to(`/${id}`));
    expect(html.includes('name="_action" value="execute"')).toBe(!isOwn);
  }
});

it('says in words why a plan is no longer executed', async () => {
  const campaign = await mintRunning(brand);
  const input = pausing(campaign);
  const steps = input.steps.map((one) => ({ ...one, localResourceId: 'res_01k2d9q3v7h5m8r4t6w0x1y2z3' }));
  const approved = { approvalState: 'approved', executionState: 'ready' } as const;
  const { id, semanticHash } = await mintPlan(brand.id, { input: { ...input, steps }, ...approved });
  const refused = await send(owner, to(`/${id}`), 'execute', { semanticHash });
  expect(refused.status).toBe(409);
  expect(wordsOf(refused)).toMatch(/The plan is no longer possible\. \w.*\. \w.*\./);
});

it('leads from a plan that was replaced to the one that did', async () => {
  const of = (more: object = {}) => ({
    input: pausing(CAMPAIGN),
    clientRequestId: crypto.randomUUID(),
    ...more,
  });
  const { partner } = await mintAgency();
  const first = await mintPlan(brand.id, of());
  await mintPlan(brand.id, of({ makerId: partner.id }));
  await mintPlan(brand.id, of({ operationType: 'archive_campaign' }));
  const second = await mintPlan(brand.id, of());
  await mintPlan(brand.id, of());
  await turn(first.id, "approval_state = 'superseded', execution_state = 'cancelled'");
  const { html } = await ask(owner, to(`/${first.id}`));
  expect(html).toContain(`<a href="${to(`/${second.id}`)}">View the newer plan</a>`);
});

it('says what was set for an added platform, and of a campaign that is made again only what changes', async () => {
  const campaign = await mintRunning(brand);
  await testEnv.DB.prepare(
    `UPDATE campaigns SET terms = json_set(terms, '$.settings.snapchat', json('{"headline":"Now"}')) WHERE id = ?`,
  )
    .bind(campaign)
    .run();
  const on = { ...pausing(campaign).steps[0]!, platform: 'snapchat' as const };
  const steps: PlanStep[] = [
    { ...on, id: 'one', mutation: 'update', input: { settings: { headline: 'Later' } } },
    {
      ...{ ...on, id: 'other', mutation: 'create' },
      input: { name: 'Summer', ad: { primaryText: 'Hear it.' } },
    },
  ];
  const { id } = await mintPlan(brand.id, { input: { ...pausing(campaign), steps } });
  const words = await read(owner, `/${id}`);
  expect(words).toContain('Change campaign Snapchat Headline: from Now → to Later');
  expect(words).toContain('New campaign Snapchat Primary text: from Look → to Hear it.');
});

it('shows what failed as waiting for a week, and not what was cancelled', async () => {
  const agency = await mintAgency();
  await severalPlans(agency.brand, agency.partner, await mintRunning(agency.brand));
  const own = await signedIn(await personOf(agency.brand));
  const waits = async () => /Failed Repair/.test(wordsOf(await ask(own, `/app/${agency.brand.id}/plans`)));
  const turn = (set: string) =>
    testEnv.DB.prepare(`UPDATE ads_operations SET ${set} WHERE account_id = ?`).bind(agency.brand.id).run();
  expect(await waits()).toBe(true);
  await turn("ended_as = 'cancelled'");
  expect(await waits()).toBe(false);
  await turn(`ended_as = 'failed', ended_at = ended_at - ${7 * DAY_MS}`);
  expect(await waits()).toBe(false);
});

it('folds the steps that nothing has to be done about', async () => {
  const campaign = await mintRunning(brand);
  const input = longPlan(campaign);
  const state = { approvalState: 'approved', executionState: 'executing' } as const;
  const { id } = await mintPlan(brand.id, { input, ...state });
  const { connectionId } = (await drizzle(testEnv.DB)
    .select()
    .from(campaigns)
    .where(eq(campaigns.id, campaign))
    .get())!;
  const shared = { platform: 'meta', connectionId } as const;
  const task = { id: `task_${id}`, owner: 'plan', subject: id, status: 'open', leaseUntil: 0 } as const;
  const times = { dueAt: clock.now(), createdAt: clock.now(), updatedAt: clock.now() };
  const db = drizzle(testEnv.DB);
  await db.insert(platformTasks).values({ ...task, ...shared, ...times });
  const steps = input.steps.filter(({ platform }) => platform === 'meta');
  await db.batch(
    steps.map((step, n) =>
      db.insert(platformSteps).values({
        ...{ taskId: task.id, n, key: step.id, kind: 'change', after: [], input: { step: step.id } },
        ...{ intent: `${id} ${n}`, status: n === 0 ? 'done' : 'planned', tries: 0, ...times, dueAt: 0 },
        sentAt: n === 1 ? clock.now() : null,
      }),
    ) as never,
  );
  await mintOperation(brand, { planId: id, taskId: task.id, ...shared, endedAs: null, endedAt: null });
  const { html } = await ask(owner, to(`/${id}?part=1`));
  const folded = [...html.matchAll(/<details class="more"( open="")?><summary>(.*?)<\/summary>/g)];
  expect(folded.map(([, open, said]) => [open, said])).toEqual([
    [undefined, '48 steps queued'],
    [undefined, '1 step done'],
  ]);
  expect(html.slice(0, html.indexOf('<details')).match(/class="change"/g)).toHaveLength(1);
});
