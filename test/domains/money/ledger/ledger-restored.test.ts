import { describe, expect, it } from 'vitest';
import { Journal } from '../../../../src/domains/money/ledger/journal.ts';
import { LEDGER_SCHEMA } from '../../../../src/domains/money/ledger/journal-schema.ts';
import { beginPayout, endPayout } from '../../../../src/domains/money/ledger/payout-batch.ts';
import type { Head, Posting } from '../../../../src/domains/money/ledger/posting.ts';
import { driveSteps, type Step } from '../../../../src/domains/money/ledger/steps.ts';
import { verifyLedger } from '../../../../src/domains/money/ledger/verify-ledger.ts';
import {
  AT,
  brandHolder,
  creatorHolder,
  earn,
  earning,
  freshService,
  fund,
  inside,
  keysOf,
  ledger,
  mark,
  must,
  pay,
  restore,
  rollBack,
  snapshot,
  stepsOf,
  subjectName,
  verified,
  withdraw,
  writeDown,
} from '../../../harness/ledger.ts';
import { expectLogged } from '../../../harness/logs.ts';
import { systemCtx } from '../../../harness/world.ts';

describe('a ledger that was rolled back to an earlier state', () => {
  const alerts = () => expectLogged('error', /"alert".*behind|ledger_behind|is behind entry/);
  const step = (holder: string, posting: Posting): Step => ({ kind: 'posting', holder, posting });

  it('moves nothing that a step asks for, and says so; restored, it goes on', async () => {
    alerts();
    const [creator, service, subject] = [creatorHolder(), freshService(), subjectName()];
    await fund(creator, 1_000);
    await writeDown(subject, [step(creator, withdraw(`${subject}:1`, 100))]);
    let later: Awaited<ReturnType<typeof snapshot>> = null;
    await rollBack(creator, async () => {
      expect(await driveSteps(systemCtx(), subject)).toBe(true);
      later = await snapshot(creator);
    });
    // In itself it is right, which is why it would pay again; whoever looks is told what D1 knows.
    expect(await ledger(creator).verify(null)).toMatchObject({ done: true, ok: true });
    expect(await verifyLedger(systemCtx(), creator)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('rolled back'),
    });
    await writeDown(subject, [step(creator, withdraw(`${subject}:2`, 900)), mark(service, 'after')]);
    expect(await driveSteps(systemCtx(), subject)).toBe(false);
    expect(await stepsOf(subject)).toMatchObject([
      { status: 'done' },
      { status: 'open', blocked: expect.stringMatching(/^ledger_behind: /) },
      { status: 'open' },
    ]);
    expect((await ledger(creator).balances()).usd).toMatchObject({ withdrawable: 1_000 });
    expect(await ledger(service).balances()).toEqual({});
    await restore(creator, later);
    expect(await driveSteps(systemCtx(), subject)).toBe(true);
    expect((await ledger(creator).balances()).usd).toMatchObject({ withdrawable: 0, in_transit: 1_000 });
    await verified(creator);
  });

  it('is found also when it has gone on since, by what D1 knows of the entry', async () => {
    alerts();
    const [service, subject] = [freshService(), subjectName()];
    await rollBack(service, async () => {
      await writeDown(subject, [mark(service, 'a'), mark(service, 'b')]);
      await driveSteps(systemCtx(), subject);
    });
    const lost = mark(service, 'c') as { posting: Posting };
    for (const key of ['x', 'y', 'z']) must(await ledger(service).post(service, { ...lost.posting, key }));
    await writeDown(subject, [mark(service, 'd')]);
    expect(await driveSteps(systemCtx(), subject)).toBe(false);
    expect(await keysOf(service)).toEqual(['x', 'y', 'z']);
  });

  it('takes nothing from another: the money stays where it was set aside', async () => {
    alerts();
    const [brand, creator, subject] = [brandHolder(), creatorHolder(), subjectName()];
    const paid = (n: number): Step => ({
      kind: 'transfer',
      transfer: pay(`${subject}:${n}`, brand, creator, earning(10)),
    });
    await writeDown(subject, [paid(1)]);
    await fund(creator, 5);
    await rollBack(creator, async () => await driveSteps(systemCtx(), subject));
    await writeDown(subject, [paid(2)]);
    expect(await driveSteps(systemCtx(), subject)).toBe(false);
    expect((await ledger(brand).balances()).usd).toEqual({ receivable: 20, reserved: 10, sent: 10 });
    expect((await ledger(creator).balances()).usd).toMatchObject({ pending: 0, received: 5 });
  });

  it('neither begins a payout nor lets one end', async () => {
    alerts();
    const creator = creatorHolder();
    const [begun, other] = [subjectName(), subjectName()];
    const ask = { key: begun, at: AT, currency: 'usd' };
    await earn(creator, [100]);
    let head: Head | null = null;
    await rollBack(creator, async () => {
      head = (await beginPayout(systemCtx(), creator, ask)).head;
    });
    const refused = { code: 'unavailable' };
    const end = { ...ask, key: `${begun}:end`, begun, paid: true, payout: 'po_1', head };
    await expect(beginPayout(systemCtx(), creator, { ...ask, key: other, head })).rejects.toMatchObject(
      refused,
    );
    await expect(endPayout(systemCtx(), creator, end)).rejects.toMatchObject(refused);
    expect((await ledger(creator).balances()).usd).toEqual({ available: 100, pending: 0, received: 100 });
  });
});

describe('a ledger with other tables', () => {
  it('is refused whole before anything is read from it or written to it', async () => {
    const creator = creatorHolder();
    await fund(creator, 100);
    await inside(creator, (_object, { storage: { sql } }) => {
      const { changes } = sql.exec('SELECT total_changes() AS changes').one();
      for (const other of [LEDGER_SCHEMA - 1, LEDGER_SCHEMA + 1]) {
        sql.exec("UPDATE meta SET value = ? WHERE name = 'schema'", `${other}`);
        expect(() => new Journal(sql)).toThrow(
          `This ledger has schema ${other}, and this release works with schema ${LEDGER_SCHEMA} only.`,
        );
      }
      sql.exec("UPDATE meta SET value = ? WHERE name = 'schema'", `${LEDGER_SCHEMA}`);
      expect(sql.exec('SELECT total_changes() AS changes').one()).toEqual({ changes: Number(changes) + 3 });
      expect(new Journal(sql).balance('usd', 'withdrawable')).toBe(100);
    });
  });
});
