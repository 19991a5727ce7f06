// Who gets the outcome of a due: no money counts as charged, failed or refunded unless a domain handles that.
import { expect, it } from 'vitest';
import { driveCharges } from '../../../../src/domains/money/charging/drive-charges.ts';
import { type DueOutcomes, dueOutcomesOf } from '../../../../src/domains/money/receivables/interface.ts';
import { dues } from '../../../../src/domains/money/receivables/table.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { MINUTE_MS } from '../../../../src/kit/time.ts';
import {
  chargeScene,
  minute,
  nextDay,
  onlyCharge,
  owe,
  pass,
  payments,
} from '../../../harness/money/charges.ts';
import { systemCtx, testEnv } from '../../../harness/world.ts';

async function statusOf(due: string): Promise<string> {
  const row = await testEnv.DB.prepare('SELECT status FROM dues WHERE id = ?')
    .bind(due)
    .first<{ status: string }>();
  return row!.status;
}

it('every kind that can be stored has an answer to every outcome', async () => {
  const outcomes: (keyof DueOutcomes)[] = ['charged', 'failed', 'retried', 'refunded', 'requireRefundable'];
  for (const kind of dues.kind.enumValues) {
    const known = await dueOutcomesOf(systemCtx(), kind);
    for (const outcome of outcomes) expect(known[outcome], `${kind} ${outcome}`).toBeTypeOf('function');
  }
});

it.each(['mystery', 'constructor', ''])('a kind %j that stands nowhere throws', async (kind) => {
  await expect(dueOutcomesOf(systemCtx(), kind)).rejects.toThrow('nobody hears');
});

it('a due of a kind that stands nowhere stays due while the others of its charge are told, until it stands there', async () => {
  const scene = await chargeScene();
  const payment = await owe(scene, 1000);
  const unknown = newId('payment', scene.at);
  await testEnv.DB.prepare(
    `INSERT INTO dues (id, kind, account_id, currency, amount, due_at, status)
    VALUES (?, 'mystery', ?, 'usd', 500, ?, 'due')`,
  )
    .bind(unknown, scene.brand, scene.at)
    .run();
  await nextDay(scene);
  expect(await onlyCharge(scene)).toMatchObject({ status: 'succeeded', amount: 1550 });
  expect([await statusOf(payment), await statusOf(unknown)]).toEqual(['charged', 'due']);
  expect(await payments(scene)).toEqual({ succeeded: 1 });
  // It is tried again, and reported once a domain handles its kind.
  await pass(scene, 20 * MINUTE_MS);
  await minute(scene);
  expect(await statusOf(unknown)).toBe('due');
  await pass(scene, 20 * MINUTE_MS);
  const charged: string[] = [];
  const ctx = scene.stripe.ctx(scene.at);
  const answer = {
    ...(await dueOutcomesOf(ctx, 'brand_fee')),
    charged: async (_: unknown, ids: string[]) => void charged.push(...ids),
  };
  const dueOutcomes = { ...ctx.reactions.dueOutcomes, mystery: async () => answer };
  await driveCharges({ ...ctx, reactions: { ...ctx.reactions, dueOutcomes } });
  expect([charged, await statusOf(unknown)]).toEqual([[unknown], 'charged']);
  expect((await onlyCharge(scene)).next_at).toBeNull();
});

it('a brand fee is not refunded', async () => {
  const { refunded, requireRefundable } = await dueOutcomesOf(systemCtx(), 'brand_fee');
  await expect(refunded(systemCtx(), ['bfee_1'])).rejects.toThrow("can't be refunded");
  await expect(requireRefundable(systemCtx(), ['bfee_1'])).rejects.toThrow("can't be refunded");
});
