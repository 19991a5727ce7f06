// @process ledger: it puts ledgers out of memory.
import { evictDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import { findHead } from '../../../../src/domains/money/ledger/interface.ts';
import { Journal } from '../../../../src/domains/money/ledger/journal.ts';
import { LEDGER_SCHEMA } from '../../../../src/domains/money/ledger/journal-schema.ts';
import { beginPayout, endPayout } from '../../../../src/domains/money/ledger/payout-batch.ts';
import type { Head, Posting } from '../../../../src/domains/money/ledger/posting.ts';
import { verifyLedger } from '../../../../src/domains/money/ledger/verify-ledger.ts';
import { driveInstructions } from '../../../../src/domains/money/ledger-instructions/drive-instructions.ts';
import type { Instruction as Step } from '../../../../src/domains/money/ledger-instructions/instruction.ts';
import { DAY_MS, iso } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { expectLogged } from '../../../harness/logs.ts';
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
  stubOf,
  subjectName,
  verified,
  withdraw,
  writeDown,
} from '../../../harness/money/ledger.ts';
import { actionsOn, mintStaff } from '../../../harness/people/staff.ts';
import { systemCtx } from '../../../harness/world.ts';

const alerts = () => expectLogged('error', /"alert".*behind|ledger_behind|is behind entry/);

describe('a ledger that was rolled back to an earlier state', () => {
  const step = (holder: string, posting: Posting): Step => ({ kind: 'posting', holder, posting });

  it('moves nothing that a step asks for, and says so; restored, it goes on', async () => {
    alerts();
    const [creator, service, subject] = [creatorHolder(), freshService(), subjectName()];
    await fund(creator, 1_000);
    await writeDown(subject, [step(creator, withdraw(`${subject}:1`, 100))]);
    let later: Awaited<ReturnType<typeof snapshot>> = null;
    await rollBack(creator, async () => {
      expect(await driveInstructions(systemCtx(), subject)).toBe(true);
      later = await snapshot(creator);
    });
    // It is consistent in itself, so it would pay again; verifying with D1's head shows the rollback.
    expect(await ledger(creator).verify(null)).toMatchObject({ done: true, ok: true });
    expect(await verifyLedger(systemCtx(), creator)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('rolled back'),
    });
    await writeDown(subject, [step(creator, withdraw(`${subject}:2`, 900)), mark(service, 'after')]);
    expect(await driveInstructions(systemCtx(), subject)).toBe(false);
    expect(await stepsOf(subject)).toMatchObject([
      { status: 'done' },
      { status: 'open', blocked: expect.stringMatching(/^ledger_behind: /) },
      { status: 'open' },
    ]);
    expect((await ledger(creator).balances()).usd).toMatchObject({ withdrawable: 1_000 });
    expect(await ledger(service).balances()).toEqual({});
    await restore(creator, later);
    expect(await driveInstructions(systemCtx(), subject)).toBe(true);
    expect((await ledger(creator).balances()).usd).toMatchObject({ withdrawable: 0, in_transit: 1_000 });
    await verified(creator);
  });

  it('is found also when it has gone on since, by what D1 knows of the entry', async () => {
    alerts();
    const [service, subject] = [freshService(), subjectName()];
    await rollBack(service, async () => {
      await writeDown(subject, [mark(service, 'a'), mark(service, 'b')]);
      await driveInstructions(systemCtx(), subject);
    });
    const lost = mark(service, 'c') as { posting: Posting };
    for (const key of ['x', 'y', 'z']) must(await ledger(service).post(service, { ...lost.posting, key }));
    await writeDown(subject, [mark(service, 'd')]);
    expect(await driveInstructions(systemCtx(), subject)).toBe(false);
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
    await rollBack(creator, async () => await driveInstructions(systemCtx(), subject));
    await writeDown(subject, [paid(2)]);
    expect(await driveInstructions(systemCtx(), subject)).toBe(false);
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

describe('the staff restoring a ledger, which the platform of these tests cannot', () => {
  const staff = mintStaff();
  const restoration = (holder: string, body: object) => staff.post(`/ledgers/${holder}/restoration`, body);
  const yesterday = () => ({ at: iso(clock.now() - DAY_MS) });

  /** A ledger for which D1 has a higher head. */
  async function behind(): Promise<string> {
    const [creator, subject] = [creatorHolder(), subjectName()];
    await fund(creator, 1_000);
    await writeDown(subject, [{ kind: 'posting', holder: creator, posting: withdraw(`${subject}:1`, 100) }]);
    await rollBack(creator, () => driveInstructions(systemCtx(), subject));
    return creator;
  }

  it('is refused while the ledger verifies', async () => {
    const creator = creatorHolder();
    await fund(creator, 1_000);
    for (const body of [yesterday(), { bookmark: '00000001-00000002-00000003-a' }])
      expect((await restoration(creator, body)).body.error).toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('verifies as it is'),
      });
    expect(await actionsOn(staff, creator)).toEqual([]);
    expect((await ledger(creator).balances()).usd).toMatchObject({ withdrawable: 1_000 });
  });

  it('asks the platform once the ledger does not verify, and says why that cannot; the ledger still moves nothing', async () => {
    alerts();
    const creator = await behind();
    const { seq } = (await findHead(systemCtx(), creator))!;
    expect((await staff.get(`/ledgers/${creator}`)).body.data).toMatchObject({
      verification: { ok: false, problem: expect.stringContaining('rolled back') },
      known: { entry: seq, since: expect.stringMatching(/Z$/) },
    });
    for (const body of [yesterday(), { bookmark: '00000001-00000002-00000003-a' }])
      expect(await restoration(creator, body)).toMatchObject({
        status: 422,
        body: {
          error: {
            code: 'operation_rejected',
            message: expect.stringMatching(
              /^The platform cannot restore this ledger: .*point-in-time recovery/,
            ),
            details: { reason: 'not_restorable' },
          },
        },
      });
    // Nothing took effect, so nothing was recorded.
    expect(await actionsOn(staff, creator)).toEqual([]);
    const subject = subjectName();
    await writeDown(subject, [{ kind: 'posting', holder: creator, posting: withdraw(`${subject}:2`, 900) }]);
    expect(await driveInstructions(systemCtx(), subject)).toBe(false);
    expect((await ledger(creator).balances()).usd).toMatchObject({ withdrawable: 1_000 });
  });

  it('is open to a ledger that cannot even be read', async () => {
    expectLogged('error', /"unreadable":/);
    const creator = creatorHolder();
    await fund(creator, 1_000);
    await inside(creator, (_object, { storage: { sql } }) => sql.exec('DROP TABLE journal'));
    await evictDurableObject(stubOf(creator));
    expect((await restoration(creator, yesterday())).body.error.details).toEqual({
      reason: 'not_restorable',
    });
  });

  it('needs a moment that the platform may have, and a reason', async () => {
    const creator = creatorHolder();
    const tries: [object, string][] = [
      [{}, '/at'],
      [{ ...yesterday(), bookmark: 'a' }, '/at'],
      [{ at: iso(clock.now() + DAY_MS) }, '/at'],
      [{ at: iso(clock.now() - 31 * DAY_MS) }, '/at'],
      [{ at: 'yesterday' }, '/at'],
      [{ ...yesterday(), reason: ' ' }, '/reason'],
    ];
    for (const [body, path] of tries)
      expect((await restoration(creator, body)).body.error, JSON.stringify(body)).toMatchObject({
        code: 'validation_failed',
        details: [{ path }],
      });
    expect((await restoration('acct_x', yesterday())).status).toBe(404);
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
