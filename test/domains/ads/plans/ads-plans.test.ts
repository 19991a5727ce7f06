// Plans of the business API: how they are made, answered and listed, and by whom.
import { beforeAll, describe, expect, it } from 'vitest';
import type { WholePlan } from '../../../../src/domains/ads/plan-record/plan.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import {
  bindClient,
  mintAgency,
  mintPlan,
  mintRunning,
  pausing,
  planBody,
} from '../../../harness/ads/kept-plans.ts';
import * as clock from '../../../harness/clock.ts';
import { call, type Minted, mintAccount, testEnv } from '../../../harness/world.ts';

let brand: Minted;
let partner: Minted;
let campaign: string;
/** The partner acts for the brand by it. */
let client: string;

beforeAll(async () => {
  ({ brand, partner } = await mintAgency());
  client = `?client=${brand.id}`;
  campaign = await mintRunning(brand);
});

const about = (more = {}) => pausing(campaign, more);
const makes = (body: object, { key } = brand, query = '') =>
  call('POST', `/ads/plans${query}`, { key, body });
const read = async (id: string) => (await call('GET', `/ads/plans/${id}`, { key: brand.key })).body.data;
const answers = (plan: WholePlan, answer: 'approval' | 'rejection', more: object = {}, { key } = brand) => {
  const body = { revision: plan.revision, semanticHash: plan.semanticHash, ...more };
  return call('PUT', `/ads/plans/${plan.id}/${answer}`, { key, body });
};
const cancels = ({ id }: { id: string }, { key } = brand, query = '') =>
  call('POST', `/ads/plans/${id}/cancellations${query}`, { key });
const statesOf = (one: { approvalState: string; executionState: string }) =>
  `${one.approvalState}/${one.executionState}`;
const kept = async ({ id }: WholePlan) =>
  await testEnv.DB.prepare(
    "SELECT approval_state || '/' || execution_state AS state FROM ads_plans WHERE id = ?",
  )
    .bind(id)
    .first('state');
const refusalOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  `${status} ${body.error?.code}`;

describe('POST /ads/plans', () => {
  it('keeps what was sent, and waits for the brand', async () => {
    const body = about();
    const { status, body: answer } = await makes(body);
    expect(status, JSON.stringify(answer.error)).toBe(201);
    expect(answer.data).toMatchObject({
      ...body,
      revision: 1,
      approvalState: 'pending_approval',
      executionState: 'planned',
      campaignId: campaign,
      makerId: brand.id,
      answeredBy: null,
    });
    expect(Date.parse(answer.data.expiresAt) - Date.parse(answer.data.createdAt)).toBe(DAY_MS);
    expect(await read(answer.data.id)).toEqual(answer.data);
  });

  it('answers all problems at once, and keeps nothing', async () => {
    const [step] = planBody().steps;
    const body = planBody({
      target: { kind: 'paid_campaign', id: `camp_${'0'.repeat(26)}` },
      platforms: ['meta', 'tiktok'],
      steps: [step!, { ...step!, fieldPaths: ['/name'] }],
    });
    const { body: answer, ...rest } = await makes(body);
    expect([rest.status, answer.error.code]).toEqual([422, 'validation_failed']);
    const places = answer.error.details.map(({ step: at, path, code }: Record<string, string>) =>
      [at, path, code].join(' '),
    );
    expect(places).toEqual(
      expect.arrayContaining([
        'budget /steps/1/id not_unique',
        'budget /steps/1/idempotencyKey not_unique',
        ' /platforms/1 unused',
        'budget /steps/1/fieldPaths/0 unknown',
        'budget /steps/1/input/budget/daily not_listed',
        ' /target/id unknown',
      ]),
    );
    for (const { message, fix } of answer.error.details) expect(message && fix).toMatch(/\.$/);
    expect((await makes(body)).status).toBe(422);
  });

  it('answers the same plan for the same body, whoever is quicker, and refuses another one', async () => {
    const body = about();
    const all = await Promise.all([makes(body), makes(body), makes(body)]);
    expect(all.map(({ status }) => status)).toEqual([201, 201, 201]);
    const [id] = all.map((one) => one.body.data.id);
    for (const one of all) expect(one.body.data.id).toBe(id);
    const turned = Object.fromEntries(Object.entries(body).reverse());
    expect((await makes(turned)).body.data.id).toBe(id);
    await cancels({ id });
    expect(statesOf((await makes(body)).body.data)).toBe('pending_approval/cancelled');
    expect(refusalOf(await makes({ ...body, operationType: 'archive_campaign' }))).toBe(
      '409 idempotency_conflict',
    );
  });

  it('takes a clientRequestId once for each maker and account', async () => {
    const body = about();
    const own = await makes(body);
    const theirs = await makes({ ...body, operationType: 'pause_campaign' }, partner, client);
    expect([theirs.status, theirs.body.data.makerId]).toEqual([201, partner.id]);
    expect(theirs.body.data.id).not.toBe(own.body.data.id);
    const second = await mintAccount('brand', { managedBy: partner.id });
    await bindClient(partner.keyId, second.id);
    const target = { kind: 'paid_campaign' as const, id: await mintRunning(second) };
    const elsewhere = await makes({ ...body, target }, partner, `?client=${second.id}`);
    expect(elsewhere.status).toBe(201);
    expect(refusalOf(await cancels(elsewhere.body.data))).toBe('404 not_found');
  });

  it('supersedes what the same account had open for the same', async () => {
    const target = { kind: 'paid_campaign' as const, id: await mintRunning(brand) };
    const [step] = about().steps;
    const archives = { ...step!, mutation: 'archive' as const, input: {} };
    const first = (await makes(about({ target }))).body.data;
    const others = [
      (await makes(about({ target, operationType: 'archive_campaign', steps: [archives] }))).body.data,
      (await makes(about({ target }), partner, client)).body.data,
      await mintPlan(brand.id, {
        input: about({ target }),
        approvalState: 'approved',
        executionState: 'executing',
      }),
    ];
    const approved = await mintPlan(brand.id, {
      input: about({ target }),
      approvalState: 'approved',
      executionState: 'ready',
    });
    const input = about({ target });
    clock.hold();
    const lapsed = await mintPlan(brand.id, { input, createdAt: clock.now() - DAY_MS });
    // As if two of a partner's clients could name the same target.
    const elsewhere = await mintPlan(newId('account', clock.now()), {
      input: about(),
      makerId: brand.id,
      targetId: target.id,
    });
    await makes(about({ target }));
    clock.release();
    for (const { id } of [first, approved]) expect(statesOf(await read(id))).toBe('superseded/cancelled');
    for (const one of others) expect(statesOf(await read(one.id))).toBe(statesOf(one));
    expect(statesOf(await read(lapsed.id))).toBe('expired/cancelled');
    expect(await kept(elsewhere)).toBe('pending_approval/planned');
  });

  it('makes a draft where the brand has nobody who could approve', async () => {
    const quiet = await mintAccount('brand', { managedBy: partner.id });
    await bindClient(partner.keyId, quiet.id);
    await testEnv.DB.prepare('UPDATE api_keys SET revoked_at = 1 WHERE account_id = ?').bind(quiet.id).run();
    const target = { kind: 'paid_campaign' as const, id: await mintRunning(quiet) };
    const made = await makes(about({ target }), partner, `?client=${quiet.id}`);
    expect(statesOf(made.body.data)).toBe('draft/planned');
    await testEnv.DB.prepare('UPDATE api_keys SET revoked_at = NULL WHERE account_id = ?')
      .bind(quiet.id)
      .run();
    const { data } = made.body;
    const body = { revision: data.revision, semanticHash: data.semanticHash };
    const approved = await call('PUT', `/ads/plans/${data.id}/approval`, { key: quiet.key, body });
    expect(statesOf(approved.body.data)).toBe('approved/ready');
  });

  it('takes 512 KiB', async () => {
    const body = about({ clientRequestId: 'x'.repeat(200) });
    const padded = (size: number) => JSON.stringify(body).padEnd(size, ' ');
    expect((await call('POST', '/ads/plans', { key: brand.key, body: padded(512 * 1024) })).status).toBe(201);
    const more = await call('POST', '/ads/plans', { key: brand.key, body: padded(512 * 1024 + 1) });
    expect(refusalOf(more)).toBe('413 payload_too_large');
  });
});

describe("the brand's answer", () => {
  it('approves exactly what was read, once', async () => {
    const plan = await mintPlan(brand.id, { makerId: partner.id });
    const both = await Promise.all([answers(plan, 'approval'), answers(plan, 'approval')]);
    for (const { status, body } of both) {
      expect([status, statesOf(body.data)]).toEqual([200, 'approved/ready']);
      expect(body.data.answeredBy).toBe(brand.id);
    }
    const { answeredAt } = both[0]!.body.data;
    expect((await answers(plan, 'approval')).body.data.answeredAt).toBe(answeredAt);
  });

  it('rejects with a note, also what it has approved', async () => {
    for (const approvalState of ['pending_approval', 'draft', 'approved'] as const) {
      const executionState = approvalState === 'approved' ? 'ready' : 'planned';
      const plan = await mintPlan(brand.id, { approvalState, executionState });
      const { body } = await answers(plan, 'rejection', { note: ' Not now. ' });
      expect([statesOf(body.data), body.data.note]).toEqual(['rejected/cancelled', 'Not now.']);
      expect((await answers(plan, 'rejection', { note: 'Never.' })).body.data).toEqual(body.data);
      expect(refusalOf(await answers(plan, 'approval'))).toBe('409 conflict');
      expect(refusalOf(await cancels(plan))).toBe('409 conflict');
    }
    const long = await mintPlan(brand.id);
    expect((await answers(long, 'rejection', { note: 'x'.repeat(2001) })).status).toBe(422);
    expect((await answers(long, 'rejection', { note: 'x'.repeat(2000) })).status).toBe(200);
  });

  it('is refused for another revision or hash, and changes nothing', async () => {
    const plan = await mintPlan(brand.id, { revision: 2 });
    const before = await read(plan.id);
    for (const more of [{ revision: 1 }, { revision: 3 }, { semanticHash: `sha256:${'0'.repeat(64)}` }])
      for (const answer of ['approval', 'rejection'] as const)
        expect(refusalOf(await answers(plan, answer, more))).toBe('409 version_conflict');
    for (const more of [
      { revision: 0 },
      { revision: 2 ** 53 },
      { revision: '2' },
      { semanticHash: 'x' },
      { x: 1 },
    ])
      expect((await answers(plan, 'approval', more)).status).toBe(422);
    expect(await read(plan.id)).toEqual(before);
  });

  it('is not for a partner, nor for a key without the scope', async () => {
    const plan = await mintPlan(brand.id, { makerId: partner.id });
    for (const answer of ['approval', 'rejection'] as const) {
      expect(refusalOf(await answers(plan, answer, {}, partner))).toBe('403 permission_denied');
      const query = `/ads/plans/${plan.id}/${answer}${client}`;
      expect((await call('PUT', query, { key: partner.key, body: {} })).status).toBe(403);
      expect((await call('PUT', query, { key: brand.key, body: {} })).status).toBe(400);
    }
    expect(statesOf(await read(plan.id))).toBe('pending_approval/planned');
  });
});

describe('a cancellation', () => {
  it("is the brand's for each plan, and a partner's for its own", async () => {
    const own = await mintPlan(brand.id);
    expect(refusalOf(await cancels(own, partner, client))).toBe('403 permission_denied');
    expect(statesOf((await cancels(own)).body.data)).toBe('pending_approval/cancelled');
    for (const by of [
      { caller: partner, query: client },
      { caller: brand, query: '' },
    ]) {
      const plan = await mintPlan(brand.id, {
        makerId: partner.id,
        approvalState: 'approved',
        executionState: 'ready',
      });
      const { status, body } = await cancels(plan, by.caller, by.query);
      expect([status, statesOf(body.data)]).toEqual([200, 'approved/cancelled']);
      expect((await cancels(plan, by.caller, by.query)).body.data).toEqual(body.data);
      expect(refusalOf(await answers(plan, 'approval'))).toBe('409 conflict');
    }
  });
});

describe('GET /ads/plans', () => {
  const list = async (query: string, { key } = brand) => {
    const { body } = await call('GET', `/ads/plans?${query}`, { key });
    return body.data as { items: { id: string }[]; nextCursor: string | null };
  };
  const idsOf = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id);

  it('filters by the states of the moment and by campaign, newest first, by pages', async () => {
    const own = await mintAccount();
    const past = clock.now() - 2 * DAY_MS;
    const [one, two] = [newId('campaign', past), newId('campaign', past)];
    const kinds: [string, Partial<WholePlan>][] = [
      ['pending', { campaignId: one }],
      ['lapsed', { createdAt: past, campaignId: one }],
      ['ready', { campaignId: two, approvalState: 'approved', executionState: 'ready' }],
      ['late', { campaignId: two, approvalState: 'approved', executionState: 'ready', createdAt: past + 1 }],
      ['done', { campaignId: two, approvalState: 'approved', executionState: 'completed' }],
      ['expired', { campaignId: one, approvalState: 'expired', executionState: 'cancelled' }],
      ['cancelled', { campaignId: one, approvalState: 'draft', executionState: 'cancelled' }],
    ];
    const names = new Map<string, string>();
    for (const [name, more] of kinds) names.set((await mintPlan(own.id, more)).id, name);
    const named = async (query: string) =>
      idsOf(await list(query, own))
        .map((id) => names.get(id))
        .join(' ');
    expect((await named('')).split(' ')).toHaveLength(7);
    expect(await named('approvalState=pending_approval')).toBe('pending');
    expect(await named('approvalState=approved')).toBe('done ready');
    expect(await named('executionState=ready')).toBe('ready');
    expect(await named('approvalState=expired')).toBe('expired late lapsed');
    expect(await named('executionState=cancelled')).toBe('cancelled expired late lapsed');
    expect(await named('approvalState=draft&executionState=ready')).toBe('');
    expect(await named(`campaignId=${one}`)).toBe('cancelled expired pending lapsed');
    expect(await named(`campaignId=${two}&approvalState=expired`)).toBe('late');
    const first = await list('executionState=cancelled&limit=3', own);
    const next = `executionState=cancelled&limit=3&cursor=${first.nextCursor}`;
    expect(idsOf(await list(next, own)).map((id) => names.get(id))).toEqual(['lapsed']);
    for (const [query, caller] of [
      [next.replace('cancelled', 'ready'), own],
      [next, brand],
      ['approvalState=open', own],
      ['limit=0', own],
    ] as const)
      expect((await call('GET', `/ads/plans?${query}`, { key: caller.key })).status).toBe(400);
    expect(idsOf(await list(`campaignId=${one}`))).toEqual([]);
  });

  it('shows a partner what its client shows, and nobody else anything', async () => {
    const agency = await mintAgency();
    const plan = await mintPlan(agency.brand.id, { makerId: agency.partner.id });
    const query = `client=${agency.brand.id}`;
    expect(idsOf(await list(query, agency.partner))).toEqual([plan.id]);
    expect((await call('GET', `/ads/plans/${plan.id}?${query}`, { key: agency.partner.key })).status).toBe(
      200,
    );
    const missing = await call('GET', `/ads/plans/plan_${'0'.repeat(26)}`, { key: brand.key });
    for (const caller of [
      { key: brand.key, at: '' },
      { key: partner.key, at: client },
    ]) {
      const got = await call('GET', `/ads/plans/${plan.id}${caller.at}`, { key: caller.key });
      expect([got.status, got.body.error.message]).toEqual([404, missing.body.error.message]);
      expect(
        (await call('POST', `/ads/plans/${plan.id}/cancellations${caller.at}`, { key: caller.key })).status,
      ).toBe(404);
      expect(idsOf(await list(caller.at.slice(1), caller as unknown as Minted))).not.toContain(plan.id);
    }
    expect(refusalOf(await call('GET', `/ads/plans/${plan.id}?${query}`, { key: partner.key }))).toBe(
      '403 account_not_reachable',
    );
    await testEnv.DB.prepare('DELETE FROM key_clients WHERE key_id = ?').bind(agency.partner.keyId).run();
    expect((await cancels(plan, agency.partner, `?${query}`)).status).toBe(403);
  });
});
