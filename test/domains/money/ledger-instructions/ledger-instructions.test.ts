// @process ledger: it puts ledgers out of memory.
import { abortAllDurableObjects } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import type { Transfer } from '../../../../src/domains/money/ledger/transfer.ts';
import {
  driveInstructions,
  driveOpenInstructions,
} from '../../../../src/domains/money/ledger-instructions/drive-instructions.ts';
import { forgetEndedInstructions } from '../../../../src/domains/money/ledger-instructions/forget-instructions.ts';
import type { Instruction } from '../../../../src/domains/money/ledger-instructions/instruction.ts';
import { planInstructions } from '../../../../src/domains/money/ledger-instructions/plan-instructions.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/kit/time.ts';
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
  keysOf,
  later,
  ledger,
  mark,
  moves,
  must,
  pay,
  stepsOf,
  subjectName,
  verified,
  withdraw,
  writeDown,
} from '../../../harness/money/ledger.ts';
import { systemCtx, testEnv } from '../../../harness/world.ts';

describe('the steps of one subject', () => {
  it('keep their order, planned at once, by many batches in the same millisecond, and after others', async () => {
    const [subject, service] = [subjectName(), freshService()];
    const now = clock.now();
    const batches = Array.from({ length: 12 }, (_, b) =>
      ['a', 'b', 'c'].map((instruction) => `${b}:${instruction}`),
    );
    await Promise.all(
      batches.map((keys) =>
        writeDown(
          subject,
          keys.map((key) => mark(service, key)),
          now,
        ),
      ),
    );
    expect(await driveInstructions(systemCtx(), subject)).toBe(true);
    const ctx = systemCtx(now);
    planInstructions(ctx, subject, [mark(service, 'last')]);
    await Promise.all(await ctx.write.commit());
    const keys = await keysOf(service);
    expect(keys.length).toBe(37);
    expect(keys.at(-1)).toBe('last');
    for (const batch of batches) {
      const at = keys.indexOf(batch[0]!);
      expect(keys.slice(at, at + 3)).toEqual(batch);
    }
    expect((await stepsOf(subject)).map(({ n }) => n)).toEqual(Array.from({ length: 37 }, (_, i) => i + 1));
  });

  it('are not there when the batch that plans them fails', async () => {
    const [subject, service] = [subjectName(), freshService()];
    const ctx = systemCtx();
    planInstructions(ctx, subject, [mark(service, 'never')]);
    ctx.write.guarded(
      { toSQL: () => ({ sql: 'DELETE FROM ledger_instructions WHERE subject = ?', params: ['nobody'] }) },
      async () => null,
    );
    await expect(ctx.write.commit()).rejects.toMatchObject({ code: 'conflict' });
    expect(await stepsOf(subject)).toEqual([]);
    expect(await driveInstructions(systemCtx(), subject)).toBe(true);
  });

  it('are refused at once when their form is bad', () => {
    const bad = mark(freshService(), '');
    expect(() => planInstructions(systemCtx(), 'pay_x', [bad])).toThrow(/The key is bad/);
    const transfer = pay('t', brandHolder(), creatorHolder(), earning(10));
    const orElse = { ...transfer, id: 'u', amount: 0 };
    expect(() => planInstructions(systemCtx(), 'pay_x', [{ kind: 'transfer', transfer, orElse }])).toThrow(
      /amount/,
    );
  });
});

/** A payment that is made, charged and released: a transfer, a posting that may be refused, a posting. */
function life() {
  const [brand, creator, service] = [brandHolder(), creatorHolder(), freshService()];
  const earned = earning(900);
  const subject = subjectName();
  const instructions: Instruction[] = [
    { kind: 'transfer', transfer: pay(subject, brand, creator, earned) },
    {
      kind: 'posting',
      holder: creator,
      posting: moves(`${subject}:hold`, 'held', earned.id),
      mayRefuse: true,
    },
    { kind: 'posting', holder: creator, posting: moves(`${subject}:free`, 'available', earned.id) },
    mark(service, `${subject}:fee`),
  ];
  const ended = async () => {
    expect(await stepsOf(subject)).toEqual(
      instructions.map((_, i) => ({ n: i + 1, status: 'done', ended: 'as_planned', blocked: null })),
    );
    expect((await ledger(brand).balances()).usd).toEqual({ receivable: 900, reserved: 0, sent: 900 });
    expect((await ledger(creator).balances()).usd).toMatchObject({ pending: 0, held: 0, available: 900 });
    expect(await keysOf(service)).toEqual([`${subject}:fee`]);
    await verified(brand, creator, service);
  };
  return { subject, instructions, ended };
}

async function tell(instruction: Instruction): Promise<void> {
  if (instruction.kind === 'posting')
    must(
      await ledger(instruction.holder).post(instruction.holder, instruction.posting, instruction.mayRefuse),
    );
  else must(await ledger(instruction.transfer.source.holder).start(instruction.transfer));
}

describe('a driver that dies', () => {
  it.each([
    ['before the first step', 0],
    ['after the transfer', 1],
    ['after the hold', 2],
    ['after the release', 3],
    ['after the last step, before D1 knows', 4],
  ])('%s leaves what the cron ends in the same way', async (_, told) => {
    const { subject, instructions, ended } = life();
    await writeDown(subject, instructions);
    for (const instruction of instructions.slice(0, told)) await tell(instruction);
    await abortAllDurableObjects();
    await driveOpenInstructions(systemCtx());
    expect((await stepsOf(subject))[0]!.status).toBe('open');
    await driveOpenInstructions(later());
    await ended();
  });

  it('or ten that meet, and the cron twice: each step once, in order', async () => {
    const { subject, instructions, ended } = life();
    await writeDown(subject, instructions);
    await Promise.all([
      ...Array.from({ length: 10 }, () => driveInstructions(systemCtx(), subject)),
      driveOpenInstructions(later()),
      driveOpenInstructions(later()),
    ]);
    await ended();
  });
});

describe('a step that is refused', () => {
  /** A transfer of more than the creator has. */
  const tooMuch = (creator: string): Transfer => ({
    id: subjectName(),
    at: AT,
    currency: 'usd',
    amount: 500,
    source: { holder: creator, lines: [{ bucket: 'withdrawable', amount: -500 }] },
    destination: { holder: freshService(), lines: [{ bucket: 'cash_out', amount: 500 }] },
  });

  it('stays open, says why, and keeps what follows from beginning; others go on', async () => {
    expectLogged('error', /insufficient_funds/);
    const [creator, service, subject] = [creatorHolder(), freshService(), subjectName()];
    const other = life();
    await writeDown(subject, [{ kind: 'transfer', transfer: tooMuch(creator) }, mark(service, 'after')]);
    await writeDown(other.subject, other.instructions);
    expect(await driveInstructions(systemCtx(), subject)).toBe(false);
    await driveOpenInstructions(later());
    await driveOpenInstructions(systemCtx(clock.now() + DAY_MS));
    const blocked = expect.stringMatching(/^insufficient_funds: /);
    expect(await stepsOf(subject)).toMatchObject([{ status: 'open', blocked }, { status: 'open' }]);
    expect(await ledger(service).balances()).toEqual({});
    await other.ended();
  });

  it('goes on saying why, though its ledger could not be asked again', async () => {
    expectLogged('error', /insufficient_funds|the ledger of crtr_somebody_else/);
    const [creator, subject] = [creatorHolder(), subjectName()];
    await writeDown(subject, [{ kind: 'transfer', transfer: tooMuch(creator) }]);
    expect(await driveInstructions(systemCtx(), subject)).toBe(false);
    await inside(creator, (_object, { storage }) => {
      storage.sql.exec("UPDATE meta SET value = 'crtr_somebody_else' WHERE name = 'holder'");
    });
    await abortAllDurableObjects();
    expect(await driveInstructions(systemCtx(), subject)).toBe(false);
    const blocked = expect.stringMatching(/^insufficient_funds: /);
    expect(await stepsOf(subject)).toMatchObject([{ status: 'open', blocked }]);
  });

  it('is put off for as long as it has waited, at most an hour', async () => {
    expectLogged('error', /insufficient_funds/);
    const [creator, subject] = [creatorHolder(), subjectName()];
    const made = clock.now();
    await writeDown(subject, [{ kind: 'transfer', transfer: tooMuch(creator) }], made);
    const wait = async (age: number) => {
      await driveInstructions(systemCtx(made + age), subject);
      const row = await testEnv.DB.prepare('SELECT due_at FROM ledger_instructions WHERE subject = ?')
        .bind(subject)
        .first<{ due_at: number }>();
      return row!.due_at - made - age;
    };
    expect(await wait(0)).toBe(MINUTE_MS);
    expect(await wait(10 * MINUTE_MS)).toBe(10 * MINUTE_MS);
    expect(await wait(3 * DAY_MS)).toBe(HOUR_MS);
  });

  it('may be refused for the state of its earning, and then never happens', async () => {
    expectLogged('error', /insufficient_funds/);
    const [creator, service, subject] = [creatorHolder(), freshService(), subjectName()];
    const paid = await fund(creator, 100);
    const hold = moves(`${subject}:hold`, 'held', paid.id);
    await writeDown(subject, [
      { kind: 'posting', holder: creator, posting: hold, mayRefuse: true },
      mark(service, 'after'),
    ]);
    expect(await driveInstructions(systemCtx(), subject)).toBe(true);
    expect(await stepsOf(subject)).toMatchObject([
      { ended: 'refused', blocked: null },
      { ended: 'as_planned' },
    ]);
    expect(await keysOf(service)).toEqual(['after']);
    await verified(creator);
    // Any other refusal still blocks it.
    const poor = subjectName();
    const posting = withdraw(`${poor}:w`, 1000);
    await writeDown(poor, [{ kind: 'posting', holder: creator, posting, mayRefuse: true }]);
    expect(await driveInstructions(systemCtx(), poor)).toBe(false);
  });

  it('is refused for good: a driver that was overtaken can no longer do it', async () => {
    const [brand, creator, subject] = [brandHolder(), creatorHolder(), subjectName()];
    const earned = earning(100);
    must(await ledger(brand).start(pay(subject, brand, creator, earned)));
    must(await ledger(creator).post(creator, moves('free', 'available', earned.id)));
    const begun = 'po_1:begin';
    must(await ledger(creator).beginPayout(creator, { key: begun, at: AT, currency: 'usd' }));
    const hold = moves(`${subject}:hold`, 'held', earned.id);
    await writeDown(subject, [{ kind: 'posting', holder: creator, posting: hold, mayRefuse: true }]);
    expect(await driveInstructions(systemCtx(), subject)).toBe(true);
    const end = { key: 'po_1:end', begun, at: AT, currency: 'usd', paid: false, payout: 'po_1' };
    must(await ledger(creator).endPayout(creator, end));
    const late = await ledger(creator).post(creator, hold, true);
    expect(late).toMatchObject({ ok: false, refusal: { reason: 'earning_state' } });
    expect((await ledger(creator).balances()).usd).toMatchObject({ available: 100 });
    await verified(creator);
  });

  it('goes on by itself once a posting that could not be made can', async () => {
    expectLogged('error', /insufficient_funds/);
    const [creator, subject] = [creatorHolder(), subjectName()];
    const posting = withdraw(`${subject}:w`, 60);
    await writeDown(subject, [{ kind: 'posting', holder: creator, posting }]);
    expect(await driveInstructions(systemCtx(), subject)).toBe(false);
    await fund(creator, 100);
    expect(await driveInstructions(systemCtx(), subject)).toBe(true);
    expect(await stepsOf(subject)).toMatchObject([{ ended: 'as_planned', blocked: null }]);
  });
});

describe('steps that ended', () => {
  it('are forgotten after a week, in portions, and open ones never', async () => {
    const now = clock.now();
    const fill = (subject: string, count: number, status: string, at: number | null) =>
      testEnv.DB.prepare(
        `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?2)
        INSERT INTO ledger_instructions (subject, n, body, status, created_at, due_at, ended_at)
        SELECT ?1, n, '{}', ?3, 0, ?5, ?4 FROM n`,
      )
        .bind(subject, count, status, at, now + 365 * DAY_MS)
        .run();
    const [old, recent, open] = [subjectName(), subjectName(), subjectName()];
    await fill(old, 4500, 'done', now - 8 * DAY_MS);
    await fill(recent, 2, 'done', now - 6 * DAY_MS);
    await fill(open, 3, 'open', null);
    await forgetEndedInstructions(systemCtx(now));
    expect(
      [await stepsOf(old), await stepsOf(recent), await stepsOf(open)].map((rows) => rows.length),
    ).toEqual([0, 2, 3]);
  });
});
