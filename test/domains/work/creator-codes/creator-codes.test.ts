// Codes that credit a creator: whose they are, who reads them, and what may become of them.
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../../../src/auth/actor.ts';
import { STATUSES } from '../../../../src/domains/work/creator-codes/transitions.ts';
import { runAs } from '../../../../src/run.ts';
import * as clock from '../../../harness/clock.ts';
import { personOf } from '../../../harness/people/person.ts';
import { flagCode } from '../../../harness/work/codes.ts';
import { mintCreator } from '../../../harness/work/creators.ts';
import { mintProgram } from '../../../harness/work/programs.ts';
import { mintPair } from '../../../harness/work/submissions.ts';
import { call, mintAccount, ORIGIN, systemCtx, testEnv, withVars } from '../../../harness/world.ts';

type Pair = Awaited<ReturnType<typeof mintPair>>;

const give = (pair: Pair, body: object = {}) =>
  call('POST', '/v1/creator-codes', {
    key: pair.brand.key,
    body: { creator: pair.creator.as, program: pair.program, code: 'Nia-10', kind: 'discount', ...body },
  });
const patch = (pair: Pair, id: string, body: object) =>
  call('PATCH', `/v1/creator-codes/${id}`, { key: pair.brand.key, body });

/** What the pages run for a person. */
function runsAs(actor: Actor) {
  const ctx = () => ({ ...systemCtx(clock.now()), actor, requestId: 'req_1' });
  return runAs({ ctx, request: new Request(ORIGIN), once: null, waitUntil: () => {} });
}

describe('a code', () => {
  it('is given to a creator that agreed, read by both, and credits sales from then on', async () => {
    const pair = await mintPair();
    const { status, body } = await give(pair, { percent: 12.5 });
    expect([status, body.data]).toMatchObject([
      201,
      {
        ...{ code: 'Nia-10', percent: 12.5, amount: null, connection: null, shop: null, status: 'active' },
        ...{ creator: pair.creator.as, account: pair.brand.id, uses: 0, flag: null, evidence: null },
      },
    ]);
    const { data } = body;
    expect((await call('GET', `/v1/creator-codes/${data.id}`, pair.creator)).body.data).toEqual(data);
    const list = async (who: { key: string; as?: string }, query = '') =>
      (await call('GET', `/v1/creator-codes${query}`, who)).body.data.map((one: { id: string }) => one.id);
    expect(await list(pair.creator)).toEqual([data.id]);
    expect(
      await list({ key: pair.brand.key }, `?creator=${pair.creator.as}&program=${pair.program}`),
    ).toEqual([data.id]);
    const other = await mintPair();
    expect((await call('GET', `/v1/creator-codes/${data.id}`, other.creator)).status).toBe(404);
    expect((await patch(other, data.id, { status: 'paused' })).status).toBe(404);
    expect((await call('PATCH', `/v1/creator-codes/${data.id}`, { ...pair.creator, body: {} })).status).toBe(
      403,
    );
  });

  it('is never given again, whatever its case or kind, also after archiving', async () => {
    const pair = await mintPair();
    const { id } = (await give(pair)).body.data;
    expect((await patch(pair, id, { status: 'archived' })).body.data.status).toBe('archived');
    const second = await mintCreator(pair.brand.key);
    for (const more of [{}, { code: 'nIA-10' }, { kind: 'creator' }, { creator: second.id }])
      expect((await give(pair, more)).body.error.code).toBe('conflict');
    expect((await call('GET', '/v1/creator-codes', { key: pair.brand.key })).body.data).toEqual([]);
    // Another account's codes are its own.
    expect((await give(await mintPair())).status).toBe(201);
  });

  it('goes to one of two creators when both are given it at once', async () => {
    const pair = await mintPair();
    const second = await mintCreator(pair.brand.key);
    const both = await Promise.all([give(pair), give(pair, { creator: second.id, code: 'NIA-10' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('is refused with its field, and nothing is kept', async () => {
    const pair = await mintPair();
    const stranger = (await mintCreator((await mintAccount()).key)).id;
    const foreign = (await mintProgram((await mintAccount()).key)).id;
    const refusals: [object, string][] = [
      [{ code: 'ab' }, '/code'],
      [{ code: 'a'.repeat(41) }, '/code'],
      [{ code: 'né-10' }, '/code'],
      [{ percent: 0 }, '/percent'],
      [{ percent: 10.001 }, '/percent'],
      [{ percent: 10, amount: 500 }, '/amount'],
      [{ amount: 500 }, '/connection'],
      [{ kind: 'creator', percent: 10 }, '/percent'],
      [{ existing: true }, '/connection'],
      [{ creator: stranger }, 'not_agreed'],
      [{ program: foreign }, 'program_not_found'],
      [{ connection: `conn_${'0'.repeat(26)}`, percent: 5 }, 'connection_not_found'],
    ];
    for (const [more, expected] of refusals) {
      const { status, body } = await give(pair, more);
      expect([status, body.error.details[0]?.path ?? body.error.details.reason]).toEqual([422, expected]);
    }
    expect((await call('GET', '/v1/creator-codes', { key: pair.brand.key })).body.data).toEqual([]);
  });

  it('is given at most so often a day, and not at all beyond that', async () => {
    const pair = await mintPair();
    const env = withVars(testEnv, { CREATOR_CODES_A_DAY: '2' });
    const give = (code: string) =>
      call('POST', '/v1/creator-codes', {
        ...{ key: pair.brand.key, env },
        body: { creator: pair.creator.as, program: pair.program, code, kind: 'creator' },
      });
    expect((await give('one')).status).toBe(201);
    // One that is refused is not counted.
    expect((await give('one')).status).toBe(409);
    expect((await give('two')).status).toBe(201);
    const { status, body, headers } = await give('three');
    expect([status, body.error.code, body.error.details]).toEqual([
      429,
      'rate_limited',
      { limit: 2, used: 2 },
    ]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await call('GET', '/v1/creator-codes', { key: pair.brand.key })).body.data).toHaveLength(2);
  });

  it('is for the client when a partner acts for it, and for nobody who may only read', async () => {
    const partner = await mintAccount('partner');
    const brand = await mintAccount('brand', { managedBy: partner.id });
    const creator = (await mintCreator(brand.key)).id;
    const program = (await mintProgram(brand.key)).id;
    const body = { creator, program, code: 'Nia-10', kind: 'discount' };
    const by = { key: partner.key, as: brand.id };
    const { status, body: made } = await call('POST', '/v1/creator-codes', { ...by, body });
    expect([status, made.data.account]).toEqual([201, brand.id]);
    const path = `/v1/creator-codes/${made.data.id}`;
    await flagCode(made.data.id);
    const kept = await call('PATCH', path, { ...by, body: { answer: 'keep', note: 'Ours.' } });
    expect(kept.body.data).toMatchObject({ status: 'active', flag: { answer: 'keep', note: 'Ours.' } });
    // As itself the partner has no such code.
    expect((await call('GET', path, { key: partner.key })).status).toBe(404);
    expect((await call('GET', '/v1/creator-codes', { key: partner.key })).body.data).toEqual([]);
    expect((await call('POST', '/v1/creator-codes', { key: partner.key, body })).status).toBe(422);
    const stranger = await mintAccount('partner');
    for (const [method, path, sent] of [
      ['GET', '/v1/creator-codes', undefined],
      ['POST', '/v1/creator-codes', body],
    ] as const)
      expect((await call(method, path, { key: stranger.key, as: brand.id, body: sent })).status).toBe(403);
    // A key that reads, a member of the brand, and a member of its partner.
    await flagCode(made.data.id);
    for (const acts of [{ status: 'paused' }, { answer: 'stop' }]) {
      const refused = await call('PATCH', path, { key: brand.readKey, body: acts });
      expect([refused.status, refused.body.error.code]).toEqual([403, 'permission_denied']);
    }
    for (const member of [await personOf(brand, 'member'), await personOf(partner, 'member', brand)]) {
      const run = runsAs(member);
      const params = { id: made.data.id };
      expect(await run('GET /v1/creator-codes/:id', { params })).toMatchObject({ status: 'flagged' });
      const denied = { code: 'permission_denied' };
      const stop = run('PATCH /v1/creator-codes/:id', { params, body: { answer: 'stop' } });
      await expect(stop).rejects.toMatchObject(denied);
      await expect(run('POST /v1/creator-codes', { body: { ...body, code: 'other' } })).rejects.toMatchObject(
        denied,
      );
    }
    expect((await call('GET', path, by)).body.data).toMatchObject({
      status: 'flagged',
      flag: { answer: null },
    });
  });

  it('is paused once the two have parted, and neither activated nor given again', async () => {
    const pair = await mintPair();
    const { id } = (await give(pair)).body.data;
    const body = { status: 'removed' };
    await call('PATCH', `/v1/creators/${pair.creator.as}`, { key: pair.brand.key, body });
    expect((await patch(pair, id, { status: 'paused' })).body.data.status).toBe('paused');
    for (const refused of [await patch(pair, id, { status: 'active' }), await give(pair, { code: 'more' })])
      expect([refused.status, refused.body.error.details.reason]).toEqual([422, 'not_agreed']);
    expect((await call('GET', `/v1/creator-codes/${id}`, pair.creator)).body.data.status).toBe('paused');
  });

  it('is paused, resumed and archived, and is answered only while it is flagged', async () => {
    const pair = await mintPair();
    const { id, version } = (await give(pair)).body.data;
    for (const status of ['paused', 'active', 'archived', 'active'])
      expect((await patch(pair, id, { status })).body.data.status).toBe(status);
    expect((await patch(pair, id, { status: 'paused', version })).body.error.code).toBe('version_conflict');
    expect((await patch(pair, id, { retry: true })).body.error.details[0].path).toBe('/retry');
  });

  it('goes from each status to those of its table alone', async () => {
    const pair = await mintPair();
    const { id } = (await give(pair)).body.data;
    const asked = [
      ...[{ status: 'active' }, { status: 'paused' }, { status: 'archived' }],
      ...[{ answer: 'keep' }, { answer: 'stop' }],
    ];
    const found: string[] = [];
    for (const from of STATUSES) {
      for (const body of asked) {
        await flagCode(id);
        if (from !== 'flagged')
          await testEnv.DB.prepare('UPDATE creator_codes SET status = ? WHERE id = ?').bind(from, id).run();
        const { status, body: answer } = await patch(pair, id, body);
        const to = status === 200 ? answer.data.status : answer.error.code;
        found.push(`${from} ${Object.values(body)} ${to}`);
      }
    }
    expect(found.filter((one) => !one.endsWith('conflict'))).toEqual([
      ...['active active active', 'active paused paused', 'active archived archived'],
      ...['paused active active', 'paused paused paused', 'paused archived archived'],
      ...['flagged keep active', 'flagged stop paused'],
      ...['archived active active', 'archived archived archived'],
    ]);
  });
});
