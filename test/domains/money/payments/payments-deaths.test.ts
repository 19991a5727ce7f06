// A process dies at any of its contacts with the outside: the cron continues what it left, and the end is the
// same as without the death. A verb whose batch was not written is called again, as its caller would.

import { describe, expect, it } from 'vitest';
import type { SystemCtx } from '../../../../src/context.ts';
import { WriteSet } from '../../../../src/db/write-set.ts';
import { driveOpenInstructions } from '../../../../src/domains/money/ledger-instructions/drive-instructions.ts';
import { paymentOutcomes } from '../../../../src/domains/money/payments/charge-outcome.ts';
import { causeExists, makePayment } from '../../../../src/domains/money/payments/make-payment.ts';
import { markReleasedPayable } from '../../../../src/domains/money/payments/mark-released-payable.ts';
import { releasePayments } from '../../../../src/domains/money/payments/release-payments.ts';
import { resolveDispute } from '../../../../src/domains/money/payments/resolve-dispute.ts';
import type { PaymentRow } from '../../../../src/domains/money/payments/table.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { atEveryDeath } from '../../../harness/faults/mortal.ts';
import {
  bucketsOf,
  chargeIn,
  checkBooks,
  commit,
  decideOn,
  draftOf,
  inBatch,
  mintPaid,
  mintPayment,
  rowOf,
} from '../../../harness/money/payments.ts';
import type { Pair } from '../../../harness/work/submissions.ts';
import { systemCtx, testEnv } from '../../../harness/world.ts';

interface Scene {
  pair: Pair;
  cause: string;
  row: PaymentRow | null;
}

interface Story {
  title: string;
  scene: (pair: Pair) => Promise<PaymentRow | null>;
  live: (ctx: SystemCtx, scene: Scene) => Promise<unknown>;
  ends: { status: string; brand: object; creator: object; partner: object; payoutDue: boolean };
}

const reason = { reason: 'Because.' };
const both = (bucket: string) => ({ creator: { [bucket]: 9_000 }, partner: { [bucket]: 1_000 } });
const LATER = 2 * DAY_MS;

/** Calls the verb as a caller that may be late: once for the cause, and not at all if it is done. */
async function makeOnce(ctx: SystemCtx, { pair, cause }: Scene): Promise<void> {
  if (await causeExists(ctx, cause)) return;
  await makePayment(ctx, draftOf(pair, { cause }));
  await commit(ctx);
}

const STORIES: Story[] = [
  {
    title: 'making a payment',
    scene: async () => null,
    live: makeOnce,
    ends: { status: 'processing', brand: { receivable: 10_500 }, ...both('pending'), payoutDue: false },
  },
  {
    title: 'a charge that succeeds',
    scene: (pair) => mintPayment(pair),
    live: async (ctx, { row }) => {
      await paymentOutcomes.charged(ctx, [row!.id], ctx.now);
      await commit(ctx);
    },
    ends: { status: 'succeeded', brand: { receivable: 10_500 }, ...both('available'), payoutDue: true },
  },
  {
    title: 'the end of a hold, and its note for a payout',
    scene: async (pair) => {
      const row = await mintPayment(pair, { holdDays: 1 });
      await inBatch((ctx) => chargeIn(ctx, [row.id]));
      return row;
    },
    live: async (ctx) => {
      const later = { ...ctx, now: ctx.now + LATER };
      await releasePayments(later);
      await markReleasedPayable(later);
    },
    ends: { status: 'succeeded', brand: { receivable: 10_500 }, ...both('available'), payoutDue: true },
  },
  {
    title: 'a dispute that is decided for the brand',
    scene: async (pair) => {
      const row = await mintPayment(pair, { approval: 'manual' });
      await decideOn(pair, row.id, 'dispute', reason);
      return row;
    },
    live: async (ctx, { row }) => {
      if ((await rowOf(row!.id)).closed_at !== null) return;
      await resolveDispute(ctx, row!.id, 'refund');
      await commit(ctx);
    },
    ends: { status: 'failed', brand: {}, creator: {}, partner: {}, payoutDue: false },
  },
];

/** Runs the cron some minutes later, and again. */
async function cron(): Promise<void> {
  for (const minutes of [5, 20, 60]) {
    const ctx = systemCtx(clock.now() + LATER + minutes * MINUTE_MS);
    await driveOpenInstructions(ctx);
    await releasePayments({ ...ctx, now: ctx.now });
    await markReleasedPayable(ctx);
  }
}

async function paymentOf(cause: string): Promise<PaymentRow> {
  const found = await testEnv.DB.prepare(
    'SELECT id, service_holder AS serviceHolder FROM payments WHERE cause = ?',
  )
    .bind(cause)
    .all();
  expect(found.results).toHaveLength(1);
  return found.results[0] as unknown as PaymentRow;
}

describe.each(STORIES)('$title', (story) => {
  it('ends the same, wherever the process dies', { timeout: 300_000 }, async () => {
    const contacts = await atEveryDeath({
      async scene() {
        const pair = await mintPaid(10);
        const row = await story.scene(pair);
        const cause = row?.cause ?? `death:${pair.brand.id}`;
        return { pair, row, cause, stripe: { env: testEnv } };
      },
      live: (scene, env) => story.live({ ...systemCtx(), ...ctxOf(env) }, scene),
      async afterwards(scene) {
        const { pair } = scene;
        await story.live(systemCtx(), scene);
        await cron();
        const { id, serviceHolder } = await paymentOf(scene.cause);
        const due = await testEnv.DB.prepare('SELECT COUNT(*) AS n FROM payout_due WHERE holder IN (?, ?)')
          .bind(pair.creator.as, pair.partner)
          .first<{ n: number }>();
        expect({
          status: (await rowOf(id)).status,
          brand: await bucketsOf(pair.brand.id),
          creator: await bucketsOf(pair.creator.as),
          partner: await bucketsOf(pair.partner),
          payoutDue: due!.n === 2,
        }).toEqual(story.ends);
        await checkBooks(pair, { id, serviceHolder } as PaymentRow);
      },
    });
    // At least the batch, each ledger instruction, and the record of their endings.
    expect(contacts.length).toBeGreaterThan(2);
  });
});

function ctxOf(env: SystemCtx['env']): Pick<SystemCtx, 'env' | 'write'> {
  return { env, write: new WriteSet(env.DB) };
}
