// Retainers through the API: who may offer and see them, lists, and the creator's record.

import { describe, expect, it } from 'vitest';
import * as clock from '../../../harness/clock.ts';
import { mintCreator, mintScene } from '../../../harness/work/creators.ts';
import {
  change,
  list,
  mintAccepted,
  mintActive,
  mintOffer,
  offer,
  PAY,
  passTime,
  rowOf,
  shown,
} from '../../../harness/work/retainers.ts';
import { mintPair } from '../../../harness/work/submissions.ts';
import { type Answer, call, mintAccount, testEnv } from '../../../harness/world.ts';

const code = ({ status, body }: Answer) => [status, body.error?.code, body.error?.details?.reason];
const field = ({ status, body }: Answer) => [status, body.error?.details?.[0]?.path];
const ids = ({ body }: Answer) => body.data.map(({ id }: { id: string }) => id);

describe('an offer', () => {
  it('holds what was asked for, with the pay in words', async () => {
    const pair = await mintPair();
    const startsAt = new Date(clock.now() + 86_400_000).toISOString();
    const answer = await offer(pair, {
      program: pair.program,
      pay: { ...PAY, cap: 60_000, schedule: { cadence: 'weekly', holdDays: 7 }, approval: 'manual' },
      currency: 'EUR',
      deliverables: 'Four videos',
      notes: 'As agreed',
      startsAt,
    });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      creator: pair.creator.as,
      account: pair.brand.id,
      program: pair.program,
      status: 'offered',
      pay: {
        rules: [{ number: 1, type: 'per_video', amount: 2_000 }],
        base: 50_000,
        cap: 60_000,
        schedule: { cadence: 'weekly', holdDays: 7 },
        approval: 'manual',
        summary: '€500.00 a week, plus €20.00 for each approved video, at most €600.00 a week.',
      },
      currency: 'eur',
      deliverables: 'Four videos',
      notes: 'As agreed',
      startsAt,
      currentPeriodStartAt: null,
      currentPeriodEndAt: null,
      canceledAt: null,
      version: 1,
    });
    expect(await shown({ pair, id: answer.body.data.id }, 'creator')).toEqual(answer.body.data);
  });

  it('names a creator on the roster, and a program of the account', async () => {
    const [pair, other] = [await mintPair(), await mintPair()];
    const stranger = await mintCreator((await mintAccount('partner')).key);
    expect(code(await offer(pair, { creator: stranger.id }))).toEqual([
      422,
      'operation_rejected',
      'creator_not_found',
    ]);
    // The marketplace shows it, but it is on no roster.
    const seen = await mintCreator((await mintAccount('partner')).key, { visibility: 'network' });
    expect(code(await offer(pair, { creator: seen.id }))[2]).toBe('creator_not_on_roster');
    expect(code(await offer(pair, { program: other.program }))[2]).toBe('program_not_found');
    await call('PATCH', `/v1/programs/${pair.program}`, { ...pair.brand, body: { status: 'archived' } });
    expect(code(await offer(pair, { program: pair.program }))[2]).toBe('program_archived');
    await call('PATCH', `/v1/creators/${pair.creator.as}`, { ...pair.brand, body: { status: 'removed' } });
    expect(code(await offer(pair))[2]).toBe('creator_not_on_roster');
  });

  it('is for accounts: a creator offers none', async () => {
    const pair = await mintPair();
    const answer = await call('POST', '/v1/retainers', {
      ...pair.creator,
      body: { creator: pair.creator.as, pay: PAY },
    });
    expect(code(answer)[0]).toBe(403);
  });

  it.each([
    ['no pay', { pay: undefined }, '/pay'],
    ['no base', { pay: {} }, '/pay/base'],
    ['a base of nothing', { pay: { base: 0 } }, '/pay/base'],
    ['a part of a cent', { pay: { base: 1.5 } }, '/pay/base'],
    ['a cap under the base', { pay: { base: 100, cap: 99 } }, '/pay/cap'],
    ['pay on approval', { pay: { base: 1, schedule: { cadence: 'on_approval' } } }, '/pay/schedule/cadence'],
    [
      'views',
      { pay: { base: 1, rules: [PAY.rules[0], { type: 'per_thousand_views', amount: 5 }] } },
      '/pay/rules/1/type',
    ],
    ['ad spend', { pay: { base: 1, rules: [{ type: 'ad_spend_share', percent: 5 }] } }, '/pay/rules/0/type'],
    ['a start in the past', { startsAt: '2020-01-01T00:00:00Z' }, '/startsAt'],
    ['no currency', { currency: 'euro' }, '/currency'],
  ])('is refused with %s', async (_, body, path) => {
    expect(field(await offer(await mintPair(), body))).toEqual([422, path]);
  });

  it('is one at a time for each account and creator, also when two are made at once', async () => {
    const pair = await mintPair();
    const answers = await Promise.all([offer(pair), offer(pair), offer(pair, { program: pair.program })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const made = answers.find(({ status }) => status === 201)!;
    const deal = { pair, id: made.body.data.id };
    await change(deal, 'creator', { status: 'accepted' });
    expect(code(await offer(pair))).toEqual([409, 'conflict', undefined]);
    await change(deal, 'creator', { status: 'canceled' });
    expect((await offer(pair)).status).toBe(201);
  });

  it('may follow one that is being cancelled, from its end on', async () => {
    const deal = await mintActive();
    await change(deal, 'brand', { status: 'canceled' });
    const { currentPeriodEndAt } = await shown(deal);
    expect(code(await offer(deal.pair))[2]).toBe('retainer_overlaps');
    const early = new Date(Date.parse(currentPeriodEndAt) - 1).toISOString();
    expect(code(await offer(deal.pair, { startsAt: early }))[2]).toBe('retainer_overlaps');
    expect(ids(await list(deal.pair.brand))).toEqual([deal.id]);
    const next = await mintAccepted({ startsAt: currentPeriodEndAt }, deal.pair);
    await passTime(Date.parse(currentPeriodEndAt));
    expect([(await shown(deal)).status, (await shown(next)).status]).toEqual(['canceled', 'active']);
  });
});

describe('a change', () => {
  it('of two sides at once happens once', async () => {
    const deal = await mintOffer();
    const answers = await Promise.all([
      change(deal, 'brand', { status: 'canceled' }),
      change(deal, 'creator', { status: 'accepted' }),
    ]);
    const lost = answers.filter(({ status }) => status === 409);
    // The second request may find the retainer canceled, or accepted, and then it can still cancel it.
    expect(answers.filter(({ status }) => status === 200).length + lost.length).toBe(2);
    const { version, status } = await shown(deal);
    expect(version).toBe(1 + answers.length - lost.length);
    expect(['canceled', 'accepted']).toContain(status);
  });

  it('based on a stale read is refused', async () => {
    const deal = await mintOffer();
    await change(deal, 'brand', { deliverables: 'Ten videos', version: 1 });
    expect(code(await change(deal, 'creator', { status: 'accepted', version: 1 }))).toEqual([
      409,
      'version_conflict',
      undefined,
    ]);
    expect((await change(deal, 'creator', { status: 'accepted', version: 2 })).status).toBe(200);
  });

  it('is all or nothing, and nothing asked changes nothing', async () => {
    const deal = await mintOffer();
    expect(code(await change(deal, 'creator', { status: 'accepted', notes: 'More pay' }))[0]).toBe(403);
    expect(await shown(deal)).toMatchObject({ status: 'offered', notes: null, version: 1 });
    expect((await change(deal, 'creator', {})).body.data.version).toBe(1);
    const both = await change(deal, 'brand', { status: 'canceled', notes: 'Budget' });
    expect(both.body.data).toMatchObject({ status: 'canceled', notes: 'Budget', version: 2 });
  });

  it('to accepted is not there once the brand took the creator off its roster, or has ended', async () => {
    for (const ended of [true, false]) {
      const deal = await mintOffer();
      const { brand, creator } = deal.pair;
      if (ended)
        await testEnv.DB.prepare("UPDATE accounts SET status = 'ended' WHERE id = ?").bind(brand.id).run();
      else await call('PATCH', `/v1/creators/${creator.as}`, { ...brand, body: { status: 'removed' } });
      expect(code(await change(deal, 'creator', { status: 'accepted' }))).toEqual([
        409,
        'conflict',
        undefined,
      ]);
      expect((await change(deal, 'creator', { status: 'rejected' })).status).toBe(200);
    }
  });

  it('to accepted puts the creator to work on the roster', async () => {
    // Only invited: the brand has consented, the creator has not.
    const scene = await mintScene({ agreements: [] });
    await call('POST', '/v1/applications', {
      key: scene.brand.key,
      body: { program: scene.program.id, creator: scene.creator },
    });
    const creator = { key: scene.partner.key, as: scene.creator };
    const pair = { brand: scene.brand, creator, partner: scene.partner.id, program: scene.program.id };
    const deal = await mintOffer({}, { ...pair, application: '' });
    const status = async () =>
      (await call('GET', `/v1/creators/${deal.pair.creator.as}`, deal.pair.brand)).body.data.status;
    expect(await status()).toBe('invited');
    await change(deal, 'creator', { status: 'accepted' });
    expect(await status()).toBe('live');
  });
});

describe('access', () => {
  it('is for the two sides alone, and a partner for its client brand', async () => {
    const partner = await mintAccount('partner');
    const brand = await call('POST', '/v1/brands', { key: partner.key, body: { name: 'Client' } });
    const as = brand.body.data.id;
    const creator = await mintCreator(partner.key, {}, as);
    const made = await call('POST', '/v1/retainers', {
      key: partner.key,
      as,
      body: { creator: creator.id, pay: { base: 100 } },
    });
    expect(made.status).toBe(201);
    expect(made.body.data.account).toBe(as);
    const path = `/v1/retainers/${made.body.data.id}`;
    const stranger = await mintAccount('partner');
    const other = await mintCreator(stranger.key);
    for (const who of [{ key: stranger.key }, { key: stranger.key, as: other.id }, { key: partner.key }]) {
      expect(code(await call('GET', path, who))).toEqual([404, 'not_found', undefined]);
      expect(code(await call('PATCH', path, { ...who, body: { status: 'canceled' } }))[0]).toBe(404);
      expect(ids(await list(who))).toEqual([]);
    }
    const accepted = await call('PATCH', path, {
      key: partner.key,
      as: creator.id,
      body: { status: 'accepted' },
    });
    expect(accepted.status).toBe(200);
  });

  it('to the events is also for a partner with the creator on its roster, which is told who it is', async () => {
    const pair = await mintPair();
    await call('PATCH', '/v1/keys/current', {
      key: pair.creator.key,
      body: { webhookUrl: 'https://hooks.example.com/in' },
    });
    const deal = await mintAccepted({}, pair);
    await passTime((await rowOf(deal.id)).starts_at);
    await change(deal, 'brand', { status: 'canceled' });
    await passTime((await rowOf(deal.id)).due_at!);
    const { body } = await call('GET', '/v1/events', { key: pair.creator.key });
    const mine = body.data.filter(({ type }: { type: string }) => type.startsWith('retainer.'));
    expect(mine.map(({ type }: { type: string }) => type).sort()).toEqual([
      'retainer.accepted',
      'retainer.canceled',
      'retainer.ended',
    ]);
    for (const event of mine)
      expect(event).toMatchObject({
        account: pair.brand.id,
        data: { retainer: deal.id, creator: pair.creator.as },
      });
  });
});
