// One payment, however often it is requested: by the Idempotency-Key of POST /v1/payments, which is required
// and kept as long as the payment, and by the cause of any payment.

import { describe, expect, it } from 'vitest';
import { forgetOldAnswers } from '../../../../src/db/idempotency-store.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  bucketsOf,
  COST,
  decideOn,
  mintPaid,
  mintPayment,
  mintScene,
} from '../../../harness/money/payments.ts';
import type { Pair } from '../../../harness/work/submissions.ts';
import { type Answer, call, systemCtx, testEnv } from '../../../harness/world.ts';

function pay(pair: Pair, key: string | null, body: Record<string, unknown> = {}): Promise<Answer> {
  return call('POST', '/v1/payments', {
    key: pair.brand.key,
    body: { creator: pair.creator.as, amount: 1_000, currency: 'usd', ...body },
    headers: key === null ? {} : { 'Idempotency-Key': key },
  });
}

async function paymentsOf(pair: Pair): Promise<number> {
  const { body } = await call('GET', '/v1/payments?limit=100', pair.brand);
  return body.data.length;
}

describe('the Idempotency-Key of a payment', () => {
  it('is required', async () => {
    const pair = await mintPaid();
    const answer = await pay(pair, null);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(await paymentsOf(pair)).toBe(0);
  });

  it('is kept for good: years later the first answer comes again, though the payment has moved on', async () => {
    const pair = await mintPaid();
    const first = await pay(pair, 'one');
    await decideOn(pair, first.body.data.id, 'dispute', { reason: 'No.' });
    await testEnv.DB.prepare('UPDATE idempotency_keys SET created_at = 1 WHERE account_id = ?')
      .bind(pair.brand.id)
      .run();
    await forgetOldAnswers(systemCtx(clock.now() + 1_000 * DAY_MS));
    const again = await pay(pair, 'one');
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    const other = await pay(pair, 'one', { amount: 1_001 });
    expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_conflict']);
    expect(await paymentsOf(pair)).toBe(1);
    // Another endpoint's key is still deleted.
    const program = () =>
      call('POST', '/v1/programs', {
        key: pair.brand.key,
        body: { name: 'P' },
        headers: { 'Idempotency-Key': 'two' },
      });
    const made = await program();
    await forgetOldAnswers(systemCtx(clock.now() + 2 * DAY_MS));
    expect((await program()).body.data.id).not.toBe(made.body.data.id);
  });

  it('makes a hundred requests at once one payment with one answer', async () => {
    const pair = await mintPaid();
    const answers = await Promise.all(Array.from({ length: 100 }, () => pay(pair, 'race')));
    const paid = answers.filter((answer) => answer.status === 201);
    expect(paid.length).toBeGreaterThan(0);
    for (const answer of paid) expect(answer.body).toEqual(paid[0]!.body);
    expect(paid.filter((answer) => answer.headers.get('Idempotency-Replayed') === null)).toHaveLength(1);
    for (const answer of answers.filter((one) => one.status !== 201))
      expect([answer.status, answer.body.error.code]).toEqual([409, 'idempotency_in_progress']);
    expect(await paymentsOf(pair)).toBe(1);
    expect(await bucketsOf(pair.creator.as)).toEqual({ pending: 900 });
    expect(await bucketsOf(pair.brand.id)).toEqual({ receivable: 1_050 });
  });

  it('lets one of many different requests with it through', async () => {
    const pair = await mintPaid();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => pay(pair, 'race', { amount: 1_000 + i })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    for (const answer of answers) expect([201, 409]).toContain(answer.status);
    expect(await paymentsOf(pair)).toBe(1);
  });

  it('is free again after a refusal', async () => {
    const pair = await mintPaid();
    expect((await pay(pair, 'one', { program: `prog_${'0'.repeat(26)}` })).status).toBe(422);
    expect((await pay(pair, 'one')).status).toBe(201);
  });
});

describe('the cause of a payment', () => {
  it('is paid for once: whoever comes later, or at the same time, pays nothing', async () => {
    const { pair, row } = await mintScene();
    const again = () => mintPayment(pair, { cause: row.cause, amount: 77 });
    for (const one of await Promise.allSettled([again(), again()]))
      expect(one).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } });
    expect(await paymentsOf(pair)).toBe(1);
    expect((await bucketsOf(pair.brand.id)).receivable).toBe(COST);
  });
});
