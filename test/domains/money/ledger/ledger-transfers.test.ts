// @process ledger: it puts ledgers out of memory.
import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import { Journal } from '../../../../src/domains/money/ledger/journal.ts';
import type { Transfer, TransferSide } from '../../../../src/domains/money/ledger/transfer.ts';
import { finish } from '../../../../src/domains/money/ledger/transfer-stages.ts';
import { driveOpenInstructions } from '../../../../src/domains/money/ledger-instructions/drive-instructions.ts';
import { planInstructions } from '../../../../src/domains/money/ledger-instructions/plan-instructions.ts';
import { machineTime } from '../../../../src/kit/clock.ts';
import * as clock from '../../../harness/clock.ts';
import { expectLogged } from '../../../harness/logs.ts';
import {
  AT,
  brandHolder,
  creatorHolder,
  earning,
  freshService,
  fund,
  inside,
  later,
  ledger,
  line,
  must,
  newestLines,
  pay,
  reasonOf,
  statementLine,
  stepsOf,
  stubOf,
  verified,
  withdraw,
  writeDown,
} from '../../../harness/money/ledger.ts';
import { systemCtx } from '../../../harness/world.ts';

const done = [{ n: 1, status: 'done', ended: 'as_planned', blocked: null }];

interface Way {
  transfer: Transfer;
  brand: string;
  creator: string;
}

/** A payment of 700. */
function payment(): Way {
  const [brand, creator] = [brandHolder(), creatorHolder()];
  return { transfer: pay(`t:${crypto.randomUUID()}`, brand, creator, earning(700)), brand, creator };
}

/** A payment whose steps were planned by a verb and driven after its commit. */
async function planned(): Promise<Way> {
  const way = payment();
  const ctx = systemCtx();
  planInstructions(ctx, way.transfer.id, [{ kind: 'transfer', transfer: way.transfer }]);
  await Promise.all(await ctx.write.commit());
  return way;
}

/** A payment whose steps were stored, but whose process died before it drove them. */
async function writtenDown(): Promise<Way> {
  const way = payment();
  await writeDown(way.transfer.id, [{ kind: 'transfer', transfer: way.transfer }]);
  return way;
}

async function expectPaidOnce({ transfer, brand, creator }: Way) {
  expect((await ledger(brand).balances()).usd).toEqual({ receivable: 700, reserved: 0, sent: 700 });
  expect((await ledger(creator).balances()).usd).toEqual({ received: 700, pending: 700 });
  expect((await ledger(brand).lines(newestLines())).map(({ status }) => status)).toEqual(['completed']);
  expect((await ledger(creator).lines(newestLines())).map(({ status }) => status)).toEqual(['completed']);
  expect(await ledger(brand).transfer(transfer.id)).toMatchObject({ state: 'settled', refusal: null });
  await verified(brand, creator);
}

describe('a transfer ends the same wherever it is interrupted:', () => {
  it('not at all', async () => {
    const way = await planned();
    await expectPaidOnce(way);
    expect(await stepsOf(way.transfer.id)).toEqual(done);
  });

  it('written down, and never begun', async () => {
    const way = await writtenDown();
    await driveOpenInstructions(later());
    await expectPaidOnce(way);
    expect(await stepsOf(way.transfer.id)).toEqual(done);
  });

  it('reserved, then the source died', async () => {
    const way = await writtenDown();
    await inside(way.brand, (object) => object.reserve(way.transfer));
    expect((await ledger(way.brand).balances()).usd).toEqual({ receivable: 700, reserved: 700 });
    await evictDurableObject(stubOf(way.brand));
    expect(await runDurableObjectAlarm(stubOf(way.brand))).toBe(true);
    await expectPaidOnce(way);
  });

  it('taken by the destination, and the answer was lost', async () => {
    const way = await writtenDown();
    await inside(way.brand, (object) => object.reserve(way.transfer));
    must(await ledger(way.creator).receive(way.transfer));
    await abortAllDurableObjects();
    expect(await runDurableObjectAlarm(stubOf(way.brand))).toBe(true);
    await expectPaidOnce(way);
    expect(await runDurableObjectAlarm(stubOf(way.brand))).toBe(false);
  });

  it('settled, and D1 was not told', async () => {
    const way = await writtenDown();
    must(await ledger(way.brand).start(way.transfer));
    expect(await stepsOf(way.transfer.id)).toMatchObject([{ status: 'open', blocked: null }]);
    await driveOpenInstructions(later());
    await expectPaidOnce(way);
    expect(await stepsOf(way.transfer.id)).toEqual(done);
  });

  it('driven by everybody at once', async () => {
    const way = await writtenDown();
    await Promise.all([
      ...Array.from({ length: 10 }, () => ledger(way.brand).start(way.transfer)),
      ...Array.from({ length: 5 }, () => ledger(way.creator).receive(way.transfer)),
      driveOpenInstructions(later()),
      driveOpenInstructions(later()),
    ]);
    await expectPaidOnce(way);
  });
});

describe('a destination that refuses', () => {
  /**
   * A fee returned by a service ledger that never took one, and a destination that cannot accept this bucket.
   */
  async function refusedTransfer() {
    const creator = creatorHolder();
    const service = freshService();
    await fund(creator, 500);
    const transfer: Transfer = {
      id: `t:${crypto.randomUUID()}`,
      at: AT,
      currency: 'usd',
      amount: 300,
      source: {
        holder: creator,
        lines: [{ bucket: 'withdrawable', amount: -300 }],
        statement: [statementLine(-300, { type: 'withdrawal', balanceOf: 'withdrawable' })],
      },
      destination: {
        holder: service,
        lines: [
          { bucket: 'cash_out', amount: 400 },
          { bucket: 'fees', amount: -100 },
        ],
      },
    };
    return { creator, service, transfer };
  }

  it('gives the source its reservation back, marks its line, and says why', async () => {
    const { creator, service, transfer } = await refusedTransfer();
    const outcome = await ledger(creator).start(transfer);
    expect(must(outcome)).toMatchObject({ state: 'returned', refusal: { reason: 'insufficient_funds' } });
    expect((await ledger(creator).balances()).usd).toMatchObject({ withdrawable: 500, reserved: 0 });
    expect((await ledger(creator).balances()).usd!.sent ?? 0).toBe(0);
    expect((await ledger(service).balances()).usd).toBeUndefined();
    expect(await ledger(creator).lines(newestLines('withdrawal'))).toMatchObject([
      { status: 'failed', amount: -300, balance: 200 },
    ]);
    await verified(creator, service);
  });

  const clawbacks: [string, Partial<TransferSide>][] = [
    ['a line', { lines: [{ bucket: 'withdrawable', amount: -500, mayOwe: true }] }],
    [
      'an earning',
      { earnings: [{ do: 'create', earning: earning(-500, { status: 'paid', source: 'adjustment' }) }] },
    ],
  ];
  it.each(clawbacks)('gives back what it took by %s, and what had become owed with it', async (_, by) => {
    const { creator, service, transfer } = await refusedTransfer();
    const lines = [
      { bucket: 'cash_out' as const, amount: 600 },
      { bucket: 'fees' as const, amount: -100 },
    ];
    const clawback: Transfer = {
      ...transfer,
      amount: 500,
      source: { holder: creator, ...by },
      destination: { holder: service, lines },
    };
    must(await ledger(creator).post(creator, withdraw('w', 300)));
    await inside(creator, (object) => object.reserve(clawback));
    expect((await ledger(creator).balances()).usd).toMatchObject({ withdrawable: 0, owed: 300 });
    await runDurableObjectAlarm(stubOf(creator));
    expect(must(await ledger(creator).start(clawback)).state).toBe('returned');
    expect((await ledger(creator).balances()).usd).toMatchObject({ withdrawable: 200, owed: 0, reserved: 0 });
    await verified(creator, service);
  });

  it('goes on refusing a call that was overtaken, even when it could take the money by then', async () => {
    const { creator, service, transfer } = await refusedTransfer();
    expect(must(await ledger(creator).start(transfer)).state).toBe('returned');
    must(
      await ledger(service).post(service, {
        key: 'f',
        at: AT,
        lines: [line('cash_in', 100), line('fees', 100)],
      }),
    );
    expect(must(await ledger(service).receive(transfer)).state).toBe('refused');
    expect(must(await ledger(creator).start(transfer)).state).toBe('returned');
    expect((await ledger(service).balances()).usd).toEqual({ cash_in: 100, fees: 100 });
    await verified(creator, service);
  });

  it('that refused before the source died still gives back', async () => {
    const { creator, service, transfer } = await refusedTransfer();
    await inside(creator, (object) => object.reserve(transfer));
    must(await ledger(service).receive(transfer));
    await evictDurableObject(stubOf(creator));
    await runDurableObjectAlarm(stubOf(creator));
    expect((await ledger(creator).balances()).usd).toMatchObject({ withdrawable: 500, reserved: 0 });
    await verified(creator, service);
  });
});

describe('a source that refuses', () => {
  it('does so for good, though the money comes later', async () => {
    const creator = creatorHolder();
    const transfer = withdrawal(creator, 100);
    const refused = { state: 'refused', refusal: { reason: 'insufficient_funds' } };
    expect(must(await ledger(creator).start(transfer))).toMatchObject(refused);
    await fund(creator, 100);
    expect(must(await ledger(creator).start(transfer))).toMatchObject(refused);
    expect((await ledger(creator).balances()).usd).toMatchObject({ withdrawable: 100 });
    await verified(creator);
  });

  it('lets one of many transfers of the whole balance through', async () => {
    const creator = creatorHolder();
    await fund(creator, 100);
    const all = Array.from({ length: 40 }, () => withdrawal(creator, 100));
    const outcomes = await Promise.all(all.map((transfer) => ledger(creator).start(transfer)));
    expect(outcomes.map((outcome) => must(outcome).state).sort()).toEqual([
      ...Array.from({ length: 39 }, () => 'refused'),
      'settled',
    ]);
    await verified(creator);
  });
});

function withdrawal(creator: string, amount: number): Transfer {
  return {
    id: `t:${crypto.randomUUID()}`,
    at: AT,
    currency: 'usd',
    amount,
    source: { holder: creator, lines: [{ bucket: 'withdrawable', amount: -amount }] },
    destination: { holder: freshService(), lines: [{ bucket: 'cash_out', amount }] },
  };
}

describe('a transfer', () => {
  it('is one of its ID: other content is refused by both ledgers', async () => {
    const way = await planned();
    const other = { ...way.transfer, amount: 701 };
    expect(reasonOf(await ledger(way.brand).start(other))).toBe('key_reused');
    expect(reasonOf(await ledger(way.creator).receive(other))).toBe('key_reused');
    const again = { ...way.transfer, at: AT + 1 };
    expect(must(await ledger(way.brand).start(again))).toMatchObject({ state: 'settled', refusal: null });
    await expectPaidOnce(way);
  });

  it('that has ended ends in no other way, whatever is answered later', async () => {
    const way = await planned();
    const again = await inside(way.brand, (_object, { storage }) =>
      finish(new Journal(storage.sql), way.transfer, { state: 'refused', refusal: null }),
    );
    expect(again).toMatchObject({ state: 'settled', refusal: null });
    await expectPaidOnce(way);
  });

  it('goes on by alarm for as long as the destination fails, and ends when it no longer does', async () => {
    expectLogged('error', /this is the ledger of crtr_somebody_else/);
    const way = await writtenDown();
    // A destination that breaks: its storage belongs to another holder.
    must(await ledger(way.creator).post(way.creator, { key: 'x', at: AT, statement: [statementLine(0)] }));
    const rename = async (to: string) => {
      await inside(way.creator, (_object, state) => {
        state.storage.sql.exec("UPDATE meta SET value = ? WHERE name = 'holder'", to);
      });
      await abortAllDurableObjects();
    };
    await rename('crtr_somebody_else');
    expect(must(await ledger(way.brand).start(way.transfer)).state).toBe('reserved');
    for (let attempt = 0; attempt < 8; attempt++) {
      expect(await runDurableObjectAlarm(stubOf(way.brand))).toBe(true);
    }
    const next = await inside(way.brand, (_object, state) => state.storage.getAlarm());
    expect(next! - machineTime(clock.now())).toBeGreaterThan(100_000);
    expect((await ledger(way.brand).balances()).usd).toEqual({ receivable: 700, reserved: 700 });
    await rename(way.creator);
    await runDurableObjectAlarm(stubOf(way.brand));
    expect(await ledger(way.brand).transfer(way.transfer.id)).toMatchObject({
      state: 'settled',
      refusal: null,
    });
    await verified(way.brand, way.creator);
  });

  it('can only give at its source', async () => {
    const [brand, creator] = [brandHolder(), creatorHolder()];
    const transfer = pay('t', brand, creator, earning(10));
    const cheats: Transfer[] = [
      { ...transfer, amount: -10 },
      { ...transfer, amount: 0 },
      { ...transfer, amount: 9 },
      { ...transfer, amount: 1.5 },
      { ...transfer, destination: { ...transfer.destination, holder: brand } },
      { ...transfer, source: { ...transfer.source, lines: [line('receivable', -10)] } },
      { ...transfer, source: { ...transfer.source, lines: [line('sent', -10)] } },
      // Both sides are equal: the brand's debt grows by what it takes.
      { ...transfer, source: { holder: brand, lines: [line('receivable', 15), line('withdrawable', 5)] } },
      {
        ...transfer,
        source: {
          holder: brand,
          lines: [line('receivable', 20)],
          earnings: [{ do: 'create', earning: earning(10) }],
        },
      },
    ];
    for (const [index, cheat] of cheats.entries()) {
      const outcome = await ledger(brand).start({ ...cheat, id: `cheat ${index}` });
      expect(outcome.ok ? outcome.value.state : 'refused').toBe('refused');
    }
    expect(Object.keys(await ledger(brand).balances())).toEqual([]);
    await fund(creator, 5);
    expect(reasonOf(await ledger(creator).post(creator, { ...withdraw('w', 5), key: '' }))).toBe(
      'invalid_posting',
    );
  });
});
