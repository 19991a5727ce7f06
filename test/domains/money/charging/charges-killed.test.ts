// A process that works on a charge is killed before and after each of its contacts with the outside. After a
// restart the end is the same: charged once, reported once, and the books agree with the processor.
import { describe, expect, it } from 'vitest';
import { driveCharge } from '../../../../src/domains/money/charging/drive-charges.ts';
import { makeCharges } from '../../../../src/domains/money/charging/make-charges.ts';
import { retryCharges } from '../../../../src/domains/money/charging/retry-charges.ts';
import { vars } from '../../../../src/env.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import { atEveryDeath } from '../../../harness/faults/mortal.ts';
import {
  booksAgree,
  bucket,
  type ChargeScene,
  chargeScene,
  giveCard,
  intents,
  minute,
  nextDay,
  onlyCharge,
  owe,
  oweMany,
  pass,
  payments,
  payStatus,
  recover,
} from '../../../harness/money/charges.ts';
import { testEnv } from '../../../harness/world.ts';

const LONG = 240_000;

async function chargedOnce(scene: ChargeScene): Promise<void> {
  expect(await onlyCharge(scene)).toMatchObject({ amount: 1050, status: 'succeeded', next_at: null });
  const taken = (await intents(scene)).filter((intent) => intent.status === 'succeeded');
  expect(taken).toHaveLength(1);
  expect(await payments(scene)).toEqual({ succeeded: 1 });
  expect(await payStatus(scene)).toBe('current');
  expect(await bucket(scene, 'receivable')).toBe(0);
  await booksAgree(scene);
}

describe('killed at any moment', () => {
  it(
    'a charge succeeds once',
    async () => {
      const contacts = await atEveryDeath({
        async scene() {
          const scene = await chargeScene();
          await owe(scene, 1000);
          await pass(scene, DAY_MS);
          return scene;
        },
        live: (scene, env) => minute(scene, env),
        async afterwards(scene) {
          await recover(scene);
          await chargedOnce(scene);
        },
      });
      // The intent, the ledger instructions, the attempt, the processor's request, the outcome, the reports
      // to payments.
      expect(contacts.filter((name) => name === 'processor POST /v1/payment_intents')).toHaveLength(1);
      expect(contacts.filter((name) => name.startsWith('DB batch')).length).toBeGreaterThan(4);
      for (const books of ['ledger acct_', 'ledger service:', 'ledger crtr_']) {
        expect(contacts.some((name) => name.startsWith(books))).toBe(true);
      }
    },
    LONG,
  );

  it(
    'the last retry fails once',
    async () => {
      const contacts = await atEveryDeath({
        async scene() {
          const scene = await chargeScene();
          await owe(scene, 1000);
          await scene.stripe.decline(...Array(4).fill('insufficient_funds'));
          for (const days of [1, 1, 2]) await nextDay(scene, days);
          expect(await onlyCharge(scene)).toMatchObject({ status: 'due', failures: 3 });
          await pass(scene, 2 * DAY_MS);
          return scene;
        },
        live: (scene, env) => minute(scene, env),
        async afterwards(scene) {
          await recover(scene);
          expect(await onlyCharge(scene)).toMatchObject({
            status: 'failed',
            attempt: 4,
            failures: 4,
            next_at: null,
          });
          expect((await intents(scene)).map((intent) => intent.status)).toEqual(Array(4).fill('canceled'));
          expect(await payments(scene)).toEqual({ failed: 1 });
          expect(await payStatus(scene)).toBe('past_due');
          expect(await bucket(scene, 'receivable')).toBe(1050);
          await booksAgree(scene);
        },
      });
      expect(contacts.some((name) => /payment_intents\/.*\/cancel/.test(name))).toBe(true);
    },
    LONG,
  );

  it(
    'a new card brings a failed charge back once',
    async () => {
      const retry = (scene: ChargeScene, env = scene.stripe.env) =>
        retryCharges({ ...scene.stripe.ctx(scene.at), env, vars: vars(env) }, scene.brand);
      await atEveryDeath({
        async scene() {
          const scene = await chargeScene({ card: null });
          await owe(scene, 1000);
          for (const days of [1, 1, 2, 2]) await nextDay(scene, days);
          expect(await payments(scene)).toEqual({ failed: 1 });
          await giveCard(scene, 'pm_card_bypassPending');
          return scene;
        },
        live: retry,
        async afterwards(scene) {
          // The process that noticed the new card was killed as well, and reports it again.
          await retry(scene);
          await recover(scene);
          await chargedOnce(scene);
        },
      });
    },
    LONG,
  );

  it('between two portions the rest are told by the next run', async () => {
    const scene = await chargeScene();
    await oweMany(scene, 60, 100);
    await pass(scene, DAY_MS);
    await makeCharges(scene.stripe.ctx(scene.at));
    const { id } = await onlyCharge(scene);
    let large = 0;
    const { promise: death, resolve: die } = Promise.withResolvers<void>();
    const DB = new Proxy(testEnv.DB, {
      get(target, name) {
        if (name !== 'batch') return Reflect.get(target, name).bind(target);
        return (statements: D1PreparedStatement[]) => {
          // The outcome is a small batch; each portion of payments is a large one.
          if (statements.length < 50 || ++large < 2) return target.batch(statements);
          die();
          return new Promise(() => undefined);
        };
      },
    });
    const dying = driveCharge({ ...scene.stripe.ctx(scene.at), env: { ...scene.stripe.env, DB } }, id);
    await Promise.race([dying, death]);
    expect(await payments(scene)).toEqual({ succeeded: 50, processing: 10 });
    await recover(scene);
    expect(await payments(scene)).toEqual({ succeeded: 60 });
    expect(await intents(scene)).toHaveLength(1);
    await booksAgree(scene);
  });
});
