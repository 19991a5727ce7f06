// A cardholder disputes a charge at the bank: our books follow the processor's cash, once and to the cent,
// and the brand owes what the bank took until the bank gives it back.
import { beforeEach, describe, expect, it } from 'vitest';
import { settleChargeback } from '../../../../src/domains/money/chargebacks/settle-chargeback.ts';
import type { Env } from '../../../../src/env.ts';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import { runJobs } from '../../../../src/run-jobs.ts';
import { atEveryDeath } from '../../../harness/faults/mortal.ts';
import { jobsNamed } from '../../../harness/jobs.ts';
import { expectLogged } from '../../../harness/logs.ts';
import {
  CHARGED,
  chargebacks,
  type DisputedScene,
  decide,
  disputedScene,
  FEE,
  feesPaid,
  look,
} from '../../../harness/money/chargebacks.ts';
import {
  booksAgree,
  bucket,
  chargeScene,
  chargesOf,
  giveCard,
  minute,
  nextDay,
  owe,
  pass,
  payments,
  payStatus,
  recover,
} from '../../../harness/money/charges.ts';
import { ledger } from '../../../harness/money/ledger.ts';
import { overtakenBy } from '../../../harness/money/payments.ts';
import { actionsOn, mintStaff } from '../../../harness/people/staff.ts';
import { testEnv } from '../../../harness/world.ts';

const logged = () => expectLogged('error', /is disputed at the bank/);

type Status = 'open' | 'won' | 'lost' | 'settled';

/** Checks everybody's state after a dispute. */
async function stands(scene: DisputedScene, status: Status): Promise<void> {
  const taken = status === 'won' ? 0 : CHARGED;
  expect(await chargebacks(scene)).toMatchObject([{ id: scene.dispute, status, taken, fee: FEE }]);
  expect(await bucket(scene, 'receivable')).toBe(taken);
  expect(await payStatus(scene)).toBe(status === 'open' || status === 'lost' ? 'past_due' : 'current');
  expect(await payments(scene)).toEqual({ succeeded: 2 });
  await booksAgree(scene);
}

async function compareRound(scene: DisputedScene): Promise<void> {
  await runJobs(jobsNamed('reconcile charges'), scene.at, scene.stripe.env);
}

/**
 * Just before the next write for which `ready` is true, the dispute is won and another run has noted that.
 */
function overtaken(scene: DisputedScene, ready: () => Promise<boolean>): Env {
  const first = async () => {
    await decide(scene, 'won');
    await look(scene);
  };
  return overtakenBy(first, scene.stripe.env, ready);
}

describe('a disputed charge', () => {
  beforeEach(logged);

  it('is owed by the brand again, costs us the fee, and takes nothing from the creator', async () => {
    const scene = await disputedScene();
    const before = [await feesPaid(scene), (await ledger(scene.creator).balances()).usd] as const;
    await look(scene);
    await stands(scene, 'open');
    expect(await feesPaid(scene)).toBe(before[0] + FEE);
    expect((await ledger(scene.creator).balances()).usd).toEqual(before[1]);
  });

  it.each(['won', 'lost'] as const)('stays owed unless it is won: %s', async (status) => {
    const scene = await disputedScene();
    await look(scene);
    await decide(scene, status);
    await look(scene);
    await stands(scene, status);
    // No more movements can follow.
    expect(await chargebacks(scene)).toMatchObject([{ next_at: null }]);
  });

  it('costs us nothing where the fee comes back with the money', async () => {
    const scene = await disputedScene();
    const before = await feesPaid(scene);
    await look(scene);
    await decide(scene, 'won', true);
    await look(scene);
    expect(await chargebacks(scene)).toMatchObject([{ status: 'won', taken: 0, fee: 0 }]);
    expect(await feesPaid(scene)).toBe(before);
    await booksAgree(scene);
  });

  it('may be disputed in the moment in which it is made', async () => {
    const scene = await chargeScene({ card: 'pm_card_createDispute', funds: 10_000 });
    await owe(scene, 1000);
    await nextDay(scene);
    await scene.stripe.webhooks();
    expect(await chargebacks(scene)).toMatchObject([{ status: 'open', taken: 1050, fee: FEE }]);
    expect(await payStatus(scene)).toBe('past_due');
    await booksAgree(scene);
  });

  it('is shown to the staff until it is won or settled with the brand, which owes it still', async () => {
    const scene = await disputedScene();
    const staff = mintStaff(scene.stripe.env);
    const waiting = async () => {
      const { body } = await staff.get('/review-queue?limit=100');
      const found = body.data.chargebacks.oldest as { account: string; id: string; taken: number }[];
      return found.filter(({ account }) => account === scene.brand);
    };
    await look(scene);
    expect(await waiting()).toMatchObject([{ id: scene.dispute, status: 'open', taken: CHARGED, fee: FEE }]);
    const settle = () => staff.post(`/chargebacks/${scene.dispute}/settlement`);
    expect((await settle()).status).toBe(409);
    await decide(scene, 'lost');
    await look(scene);
    await stands(scene, 'lost');
    expect(await waiting()).toMatchObject([{ status: 'lost' }]);
    const settled = await settle();
    expect([settled.status, settled.body.data?.status]).toEqual([200, 'settled']);
    await stands(scene, 'settled');
    expect(await waiting()).toEqual([]);
    expect((await settle()).status).toBe(409);
    expect(await actionsOn(staff, scene.dispute)).toMatchObject([
      { action: 'chargeback.settle', before: { status: 'lost' }, after: { status: 'settled' } },
    ]);
    // For the processor it stays lost.
    await look(scene);
    await stands(scene, 'settled');
  });

  it('that was settled by a process which died is told by the cron', async () => {
    const scene = await disputedScene();
    await decide(scene, 'lost');
    await look(scene);
    const ctx = scene.stripe.ctx(scene.at);
    await settleChargeback(ctx, scene.dispute);
    // Committed, but nothing of what should follow was done.
    await ctx.write.commit();
    expect(await payStatus(scene)).toBe('past_due');
    await minute(scene);
    await stands(scene, 'settled');
  });

  it('is not collected again by the charges that follow', async () => {
    const scene = await disputedScene();
    await look(scene);
    await nextDay(scene);
    expect(await chargesOf(scene)).toHaveLength(1);
    await owe(scene, 200);
    await nextDay(scene);
    expect(await chargesOf(scene)).toMatchObject([{ amount: CHARGED }, { amount: 210, status: 'succeeded' }]);
    expect(await bucket(scene, 'receivable')).toBe(CHARGED);
    await booksAgree(scene);
  });
});

describe('notices of a dispute', () => {
  beforeEach(logged);

  it.each([{}, { copies: 3 }, { reverse: true, copies: 2 }])(
    'change the books once: %j',
    async (disorder) => {
      const scene = await disputedScene();
      await scene.stripe.webhooks(disorder);
      await stands(scene, 'open');
      await decide(scene, 'won');
      await scene.stripe.webhooks(disorder);
      await stands(scene, 'won');
    },
  );

  it('are not needed: each day the charge is looked at', async () => {
    const scene = await disputedScene();
    await pass(scene, DAY_MS);
    await compareRound(scene);
    await stands(scene, 'open');
  });

  it('are not needed either for its end, however old the charge is', async () => {
    const scene = await disputedScene();
    await look(scene);
    await pass(scene, 200 * DAY_MS);
    await decide(scene, 'won');
    await minute(scene);
    await stands(scene, 'won');
  });

  it('that are read late never undo what another look noted', async () => {
    const scene = await disputedScene();
    await look(
      scene,
      overtaken(scene, async () => (await chargebacks(scene)).length > 0),
    );
    await stands(scene, 'won');
  });

  it('whose answer the processor gives late neither', async () => {
    const scene = await disputedScene();
    await look(scene);
    const answer = await scene.stripe.hold('after', 'GET /v1/disputes');
    const late = look(scene);
    await answer.reached();
    await decide(scene, 'won');
    await look(scene);
    await answer.release();
    await late;
    await stands(scene, 'won');
  });

  it('are worked off by a process that is killed at any moment', async () => {
    const contacts = await atEveryDeath({
      scene: disputedScene,
      async live(scene, env) {
        await look(scene, env);
        await decide(scene, 'won');
        await look(scene, env);
      },
      async afterwards(scene) {
        await decide(scene, 'won').catch(() => 'decided before');
        if ((await chargebacks(scene)).length === 0) await look(scene);
        await recover(scene);
        await pass(scene, DAY_MS);
        await recover(scene, 1);
        await stands(scene, 'won');
      },
    });
    expect(contacts.filter((name) => name.startsWith('ledger service'))).not.toEqual([]);
  }, 240_000);
});

describe('payStatus', () => {
  beforeEach(logged);

  it('stays past_due while a later charge succeeds', async () => {
    const scene = await disputedScene();
    await look(scene);
    await owe(scene, 200);
    await nextDay(scene);
    expect(await payStatus(scene)).toBe('past_due');
    await decide(scene, 'won');
    await look(scene);
    expect(await payStatus(scene)).toBe('current');
  });

  it('is that of all applications the charge was for, however many', async () => {
    const scene = await disputedScene();
    const [charge] = await chargesOf(scene);
    const others = Array.from({ length: 120 }, () => [
      newId('application', scene.at),
      newId('payment', scene.at),
    ]);
    const list = JSON.stringify(others);
    await testEnv.DB.batch([
      testEnv.DB.prepare(
        `INSERT INTO applications (id, account_id, program_id, creator_id, status, version, created_at, updated_at)
        SELECT value ->> 0, ?2, value ->> 0, 'crtr_x', 'approved', 1, 1, 1 FROM json_each(?1)`,
      ).bind(list, scene.brand),
      testEnv.DB.prepare(
        `INSERT INTO dues (id, kind, account_id, currency, amount, application_id, due_at, charge_id, status)
        SELECT value ->> 1, 'payment', ?2, 'usd', 1, value ->> 0, 1, ?3, 'charged' FROM json_each(?1)`,
      ).bind(list, scene.brand, charge!.id),
    ]);
    const statuses = async () => {
      const { results } = await testEnv.DB.prepare(
        'SELECT pay_status AS status, COUNT(*) AS n FROM applications WHERE account_id = ? GROUP BY 1',
      )
        .bind(scene.brand)
        .all();
      return results;
    };
    await look(scene);
    expect(await statuses()).toEqual([{ status: 'past_due', n: 121 }]);
    await decide(scene, 'won');
    await look(scene);
    expect(await statuses()).toEqual([{ status: 'current', n: 121 }]);
  });

  it('stays past_due after a dispute is won while another charge is failed', async () => {
    const scene = await disputedScene();
    await look(scene);
    await giveCard(scene, 'pm_card_chargeCustomerFail');
    await owe(scene, 200);
    for (const days of [1, 1, 2, 2]) await nextDay(scene, days);
    expect(await chargesOf(scene)).toMatchObject([{ status: 'succeeded' }, { status: 'failed' }]);
    await decide(scene, 'won');
    await look(scene);
    expect(await chargebacks(scene)).toMatchObject([{ status: 'won' }]);
    expect(await payStatus(scene)).toBe('past_due');
  });
});

describe('a dispute that takes nothing', () => {
  it('because it was won before anybody looked, is booked both ways, once', async () => {
    const scene = await disputedScene();
    await decide(scene, 'won');
    await Promise.all([look(scene), look(scene), look(scene)]);
    await look(scene);
    await stands(scene, 'won');
  });

  it('because it was won while the first look was at it, is booked both ways, once', async () => {
    const scene = await disputedScene();
    await look(
      scene,
      overtaken(scene, async () => true),
    );
    await stands(scene, 'won');
  });

  it('but inquires changes nothing until it becomes one', async () => {
    const scene = await disputedScene({ inquiry: true });
    await look(scene);
    expect(await chargebacks(scene)).toEqual([]);
    expect(await payStatus(scene)).toBe('current');
    await booksAgree(scene);
    logged();
    await decide(scene, 'needs_response');
    await look(scene);
    await stands(scene, 'open');
  });

  it('of the currency that was charged is not converted: a person is told', async () => {
    const scene = await disputedScene({ settled: 'eur' });
    expectLogged('error', /settled usd in eur/);
    await look(scene);
    const message = 'The processor settled usd in eur.';
    expect(await chargebacks(scene)).toMatchObject([{ status: 'open', taken: 0, fee: 0, message }]);
    expect(await payStatus(scene)).toBe('past_due');
    await booksAgree(scene);
  });
});
