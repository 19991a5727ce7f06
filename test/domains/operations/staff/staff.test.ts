// The staff: the review queue, the decisions, and the record that is kept of them.

import { describe, expect, it } from 'vitest';
import { planInstructions } from '../../../../src/domains/money/ledger-instructions/plan-instructions.ts';
import type { Env } from '../../../../src/env.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { booksAgree, bucket } from '../../../harness/money/charges.ts';
import { brandHolder, inside, ledger, line, must } from '../../../harness/money/ledger.ts';
import {
  bucketsOf,
  checkBooks,
  commit,
  decideOn,
  mintScene,
  overtakenBy,
  rowOf,
  sidesOf,
} from '../../../harness/money/payments.ts';
import { actionsOn, mintStaff, REASON } from '../../../harness/people/staff.ts';
import { disputed, eventsOf, resolve, versionOf, waiting } from '../../../harness/people/staff-scenes.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

async function disputedBeforeCharge() {
  const { pair, row } = await mintScene({ approval: 'manual' });
  await decideOn(pair, row.id, 'dispute', { reason: 'Not what was agreed.' });
  return { pair, row, version: await versionOf(row.id) };
}

describe('a dispute', () => {
  it('decided for the creator leaves it the money, is told and recorded', async () => {
    const scene = await disputed();
    expect(await waiting(scene, 'payments')).toEqual([scene.payment]);
    // The scene runs days ahead, but the request decides now, when the hold has ended.
    await testEnv.DB.prepare('UPDATE payments SET release_at = 1 WHERE id = ?').bind(scene.payment).run();
    const answer = await resolve(scene, 'creator');
    expect([answer.status, answer.body.data]).toMatchObject([
      200,
      { status: 'succeeded', dispute: { outcome: 'creator' } },
    ]);
    expect(await bucketsOf(scene.creator)).toEqual({ available: 1500 });
    expect(await bucket(scene, 'receivable')).toBe(0);
    expect(await eventsOf(scene.payment)).not.toContain('payment.refunded');
    await booksAgree(scene);
    expect(await waiting(scene, 'payments')).toEqual([]);
    expect(await actionsOn(scene.staff, scene.payment)).toMatchObject([
      {
        staff: scene.staff.name,
        action: 'payment.resolve:creator',
        reason: REASON,
        before: { status: 'disputed', dispute: { outcome: null } },
        after: { status: 'succeeded', dispute: { outcome: 'creator' } },
      },
    ]);
  });

  it('decided for the brand gives it the money back on the card, once however many decide at once', async () => {
    const scene = await disputed();
    const answers = await Promise.all([1, 2, 3].map(() => resolve(scene, 'refund')));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    expect(await bucketsOf(scene.creator)).toEqual({ available: 500 });
    expect(await bucket(scene, 'receivable')).toBe(0);
    expect(await rowOf(scene.payment)).toMatchObject({ status: 'refunded', dispute_outcome: 'refund' });
    expect((await scene.stripe.stripe.refunds.list({})).data.map((refund) => refund.amount)).toEqual([1050]);
    const told = (await eventsOf(scene.payment)).filter((type) => type === 'payment.refunded');
    expect(told).toHaveLength(1);
    expect(await actionsOn(scene.staff, scene.payment)).toHaveLength(1);
    await booksAgree(scene);
    expect((await resolve(scene, 'creator')).body.error.code).toBe('conflict');
  });

  it.each([
    ['creator', 'processing', { pending: 9000 }, []],
    ['refund', 'failed', {}, ['payment.failed']],
  ] as const)('before the charge, decided %s', async (outcome, status, creator, told) => {
    const { pair, row, version } = await disputedBeforeCharge();
    const staff = mintStaff();
    const { body } = await staff.post(`/payments/${row.id}/resolution`, { outcome, version });
    expect(body.data).toMatchObject({ status, dispute: { outcome } });
    expect((await sidesOf(pair)).creator).toEqual(creator);
    expect((await eventsOf(row.id)).filter((type) => type === 'payment.failed')).toEqual(told);
    await checkBooks(pair, row);
  });

  it('is not decided from a stale read, without a reason, nor twice, and leaves no record of that', async () => {
    const { row, version } = await disputedBeforeCharge();
    const staff = mintStaff();
    const path = `/payments/${row.id}/resolution`;
    const tries: [object, string][] = [
      [{ outcome: 'creator', version: version - 1 }, 'version_conflict'],
      [{ outcome: 'creator' }, 'validation_failed'],
      [{ outcome: 'creator', version, reason: '  ' }, 'validation_failed'],
      [{ outcome: 'withdrawn', version }, 'validation_failed'],
    ];
    for (const [body, code] of tries) expect((await staff.post(path, body)).body.error.code).toBe(code);
    expect(await actionsOn(staff, row.id)).toEqual([]);
    expect(await rowOf(row.id)).toMatchObject({ status: 'disputed' });
  });

  it('that the brand withdraws at that very moment is not decided, and no record is kept', async () => {
    const { pair, row, version } = await disputedBeforeCharge();
    const staff = mintStaff(overtakenBy(() => decideOn(pair, row.id, 'resolve')));
    const answer = await staff.post(`/payments/${row.id}/resolution`, { outcome: 'refund', version });
    expect(answer.body.error.code).toBe('version_conflict');
    expect(await rowOf(row.id)).toMatchObject({ status: 'processing', dispute_outcome: 'withdrawn' });
    expect(await actionsOn(staff, row.id)).toEqual([]);
    await checkBooks(pair, row);
  });
});

describe('a blocked instruction of the ledgers', () => {
  it('is tried again at once, and the ones behind it', async () => {
    const [staff, brand, subject, ctx] = [mintStaff(), brandHolder(), newId('charge', 1), systemCtx()];
    const post = (key: string, lines: ReturnType<typeof line>[]) => ({
      key: `${subject}:${key}`,
      at: ctx.now,
      lines,
    });
    const back = post('back', [line('charging', -100), line('receivable', 100)]);
    const more = post('more', [line('charging', 7), line('receivable', -7)]);
    planInstructions(ctx, subject, [
      { kind: 'posting', holder: brand, posting: back },
      { kind: 'posting', holder: brand, posting: more },
    ]);
    await commit(ctx);
    const found = async () => {
      const { body } = await staff.get('/review-queue?limit=100');
      return body.data.ledgerInstructions.oldest.filter((one: { id: string }) => one.id === subject);
    };
    expect(await found()).toMatchObject([{ n: 1, instruction: { holder: brand } }]);
    expect((await found())[0].blocked).toContain('insufficient_funds');
    const retry = () => staff.post(`/ledger-instructions/${subject}/retry`);
    expect((await retry()).status).toBe(200);
    expect(await found()).toHaveLength(1);
    must(await ledger(brand).post(brand, post('begin', [line('charging', 100), line('receivable', -100)])));
    expect((await retry()).status).toBe(200);
    expect(await found()).toEqual([]);
    expect(await bucketsOf(brand)).toEqual({ charging: 7, receivable: -7 });
    expect((await retry()).status).toBe(404);
    expect(await actionsOn(staff, subject)).toHaveLength(2);
  });
});

describe('a failed event of the processor', () => {
  it('is handled again, and only a failed one', async () => {
    const [staff, id] = [mintStaff(), `evt_${crypto.randomUUID()}`];
    await testEnv.DB.prepare(
      `INSERT INTO processor_events (id, type, object_id, object_kind, status, attempts, next_at, error, received_at)
      VALUES (?, 'payment_intent.succeeded', 'pi_1', 'payment_intent', 'failed', 12, 1, 'Gone.', 1)`,
    )
      .bind(id)
      .run();
    const failed = async () =>
      (await staff.get('/review-queue?limit=100')).body.data.processorEvents.oldest.map(
        (one: { id: string }) => one.id,
      );
    expect(await failed()).toContain(id);
    expect((await staff.post(`/processor-events/${id}/retry`)).body.data).toMatchObject({ status: 'open' });
    const row = await testEnv.DB.prepare('SELECT * FROM processor_events WHERE id = ?').bind(id).first();
    expect(row).toMatchObject({ status: 'done', attempts: 1, error: null });
    expect(await failed()).not.toContain(id);
    expect((await staff.post(`/processor-events/${id}/retry`)).status).toBe(409);
    expect((await staff.post('/processor-events/evt_none/retry')).status).toBe(404);
    expect(await actionsOn(staff, id)).toMatchObject([{ before: { status: 'failed', error: 'Gone.' } }]);
  });
});

describe('a dead letter', () => {
  /** The staff, in an environment that shows the messages sent to queues. */
  function withQueues() {
    const sent: [string, unknown][] = [];
    const queue = (name: string) => ({ send: async (body: unknown) => void sent.push([name, body]) });
    const queues = { JOBS: queue('jobs'), WEBHOOKS: queue('webhooks'), PIXEL_EVENTS: queue('pixel-events') };
    return { staff: mintStaff({ ...testEnv, ...queues } as unknown as Env), sent };
  }

  async function letter(queue: string, body: unknown): Promise<string> {
    const id = crypto.randomUUID();
    await testEnv.DB.prepare('INSERT INTO dead_letters VALUES (?, ?, ?, 6, NULL, 1)')
      .bind(id, queue, JSON.stringify(body))
      .run();
    return id;
  }

  it.each(['jobs', 'webhooks', 'pixel-events'])('goes into its queue again as it was: %s', async (queue) => {
    const { staff, sent } = withQueues();
    const body = { kind: 'file', id: 'file_1', secret: 'ada@example.com' };
    const id = await letter(queue, body);
    const shown = await staff.get('/review-queue?limit=100');
    expect(shown.body.data.deadLetters.oldest).toContainEqual(expect.objectContaining({ id, queue }));
    expect(JSON.stringify(shown.body)).not.toContain('ada@example.com');
    expect((await staff.post(`/dead-letters/${id}/replay`)).status).toBe(200);
    expect(sent).toEqual([[queue, body]]);
    expect((await staff.post(`/dead-letters/${id}/replay`)).status).toBe(404);
    expect(await actionsOn(staff, id)).toMatchObject([{ before: { queue, attempts: 6 } }]);
  });

  it('of a queue that is no more stays where it is', async () => {
    const { staff, sent } = withQueues();
    const id = await letter('threads', {});
    expect((await staff.post(`/dead-letters/${id}/replay`)).status).toBe(409);
    expect(sent).toEqual([]);
    expect((await staff.get('/review-queue?limit=100')).body.data.deadLetters.oldest).toContainEqual(
      expect.objectContaining({ id }),
    );
  });
});

describe('a ledger', () => {
  it('is worked out again for any holder, and says where it is wrong', async () => {
    const [staff, { pair, row }] = [mintStaff(), await mintScene()];
    for (const holder of [pair.brand.id, pair.creator.as, pair.partner, row.serviceHolder]) {
      const { body } = await staff.get(`/ledgers/${holder}`);
      expect(body.data).toMatchObject({ holder, verification: { ok: true, problem: null } });
      expect(body.data.balances).toEqual(await ledger(holder).balances());
      expect(body.data.verification.entries).toBeGreaterThan(0);
    }
    await inside(pair.creator.as, (_object, state) => {
      state.storage.sql.exec("UPDATE balances SET amount = amount + 1 WHERE bucket = 'pending'");
    });
    const { body } = await staff.get(`/ledgers/${pair.creator.as}`);
    expect(body.data.verification).toMatchObject({ ok: false, seq: null, entries: null });
    expect(body.data.verification.problem).toContain('usd pending is kept as');
  });

  it('of a holder that never moved a cent is empty, and of what can hold none is not found', async () => {
    const staff = mintStaff();
    const empty = await staff.get(`/ledgers/${brandHolder()}`);
    expect(empty.body.data).toMatchObject({ balances: {}, verification: { ok: true, entries: 0 } });
    for (const holder of ['pay_1', 'service:usd', 'service:USD:0', 'acct_1', '%00', 'a'.repeat(64)]) {
      expect([holder, (await staff.get(`/ledgers/${holder}`)).status]).toEqual([holder, 404]);
    }
  });
});

describe('the record of what the staff did', () => {
  it('is paged newest first, by person and subject', async () => {
    const [staff, other] = [mintStaff(), mintStaff()];
    const ids: string[] = [];
    for (const who of [staff, other, staff, staff]) {
      const { row, version } = await disputedBeforeCharge();
      await who.post(`/payments/${row.id}/resolution`, { outcome: 'creator', version });
      if (who === staff) ids.unshift(row.id);
    }
    const seen: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const page = await staff.get(`/actions?staff=${staff.name}&limit=2${next && `&cursor=${next}`}`);
      expect(page.body.data.length).toBeLessThanOrEqual(2);
      seen.push(...page.body.data.map((one: { subject: string }) => one.subject));
      next = page.body.nextCursor;
    }
    expect(seen).toEqual(ids);
    expect((await actionsOn(staff, ids[0]!)).map((one) => one.staff)).toEqual([staff.name]);
    const first = await staff.get(`/actions?staff=${staff.name}&limit=1`);
    const elsewhere = await staff.get(`/actions?limit=1&cursor=${first.body.nextCursor}`);
    expect(elsewhere.body.error.code).toBe('invalid_request');
    expect((await staff.get('/actions?colour=red')).body.error.code).toBe('invalid_request');
  });
});

describe('the work', () => {
  it('shows the oldest few of each kind, and how many there are', async () => {
    const staff = mintStaff();
    const before = (await staff.get('/review-queue?limit=1')).body.data.payments.count;
    const rows = [await disputedBeforeCharge(), await disputedBeforeCharge()];
    const { body } = await staff.get('/review-queue?limit=1');
    expect(body.data.payments.count).toBe(before + 2);
    expect(body.data.payments.oldest).toHaveLength(1);
    const all = (await staff.get('/review-queue?limit=100')).body.data.payments.oldest;
    expect(all.slice(-2).map((one: { id: string }) => one.id)).toEqual(rows.map(({ row }) => row.id));
    expect((await staff.get('/review-queue?limit=0')).body.error.code).toBe('invalid_request');
  });
});

describe('a staff token', () => {
  it('is no good where STAFF_TOKENS does not have it, nor with its hash in its place', async () => {
    const [staff, { env }] = [mintStaff(), mintStaff()];
    expect((await call('GET', '/internal/v1/review-queue', { env, key: staff.token })).status).toBe(401);
    const configured = (staff.env as unknown as { STAFF_TOKENS: string }).STAFF_TOKENS;
    const hash = configured.split(':').at(-1)!;
    for (const key of [hash, `staff_${hash}`]) {
      expect((await call('GET', '/internal/v1/review-queue', { env: staff.env, key })).status).toBe(401);
    }
    expect((await call('GET', '/internal/v1/review-queue', staff)).status).toBe(401);
    expect((await staff.get('/review-queue')).status).toBe(200);
  });
});
