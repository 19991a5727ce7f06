// A transfer with an alternative: which of the two happens, depending on who refuses.

import { describe, expect, it } from 'vitest';
import type { Transfer } from '../../../../src/domains/money/ledger/transfer.ts';
import {
  driveInstructions,
  driveOpenInstructions,
} from '../../../../src/domains/money/ledger-instructions/drive-instructions.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { expectLogged } from '../../../harness/logs.ts';
import {
  AT,
  brandHolder,
  creatorHolder,
  earning,
  freshService,
  fund,
  later,
  ledger,
  line,
  moves,
  must,
  pay,
  payOut,
  stepsOf,
  subjectName,
  verified,
  writeDown,
} from '../../../harness/money/ledger.ts';
import { systemCtx } from '../../../harness/world.ts';

/**
 * A creator's withdrawal through a service ledger that accepts it or, for a fee that it never took, refuses
 * it.
 */
function taken(creator: string, amount: number, by: 'taking' | 'refusing' = 'taking'): Transfer {
  const lines =
    by === 'taking' ? [line('cash_out', amount)] : [line('cash_out', amount + 1), line('fees', -1)];
  return {
    id: subjectName(),
    at: AT,
    currency: 'usd',
    amount,
    source: { holder: creator, lines: [line('withdrawable', -amount)] },
    destination: { holder: freshService(), lines },
  };
}

describe('a step that is refused', () => {
  it('gives way to its other transfer, whether source or destination refused it', async () => {
    const creator = creatorHolder();
    await fund(creator, 100);
    for (const transfer of [taken(creator, 500), taken(creator, 10, 'refusing')]) {
      const subject = subjectName();
      const orElse = taken(creator, 10);
      await writeDown(subject, [{ kind: 'transfer', transfer, orElse }]);
      const drivers = [1, 2, 3].map(() => driveInstructions(systemCtx(), subject));
      expect(await Promise.all(drivers)).toEqual([true, true, true]);
      expect(await stepsOf(subject)).toMatchObject([{ status: 'done', ended: 'otherwise', blocked: null }]);
      expect((await ledger(creator).transfer(orElse.id))?.state).toBe('settled');
    }
    expect((await ledger(creator).balances()).usd).toMatchObject({ withdrawable: 80, sent: 20, reserved: 0 });
    await verified(creator);
  });

  it('stays open where its other transfer is refused too, and says why that was', async () => {
    expectLogged('error', /insufficient_funds/);
    const creator = creatorHolder();
    await fund(creator, 100);
    const later = systemCtx(clock.now() + DAY_MS);
    for (const orElse of [taken(creator, 101), taken(creator, 10, 'refusing')]) {
      const subject = subjectName();
      const after = taken(creator, 1);
      await writeDown(subject, [
        { kind: 'transfer', transfer: taken(creator, 500), orElse },
        { kind: 'transfer', transfer: after },
      ]);
      expect(await driveInstructions(systemCtx(), subject)).toBe(false);
      expect(await driveInstructions(later, subject)).toBe(false);
      const bucket = orElse.amount === 101 ? 'withdrawable' : 'fees';
      const blocked = expect.stringMatching(`^insufficient_funds: .*${bucket}`);
      expect(await stepsOf(subject)).toMatchObject([
        { status: 'open', ended: null, blocked },
        { status: 'open', ended: null },
      ]);
      expect(await ledger(creator).transfer(after.id)).toBeNull();
    }
    expect((await ledger(creator).balances()).usd).toMatchObject({ withdrawable: 100 });
    await verified(creator);
  });
});

describe('a refund that meets a payout', () => {
  it.each([
    ['waits, and claws back what was paid', true, 'otherwise'],
    ['waits, and takes back what was not', false, 'as_planned'],
  ])('%s', async (_, paid, ended) => {
    const [brand, creator, subject] = [brandHolder(), creatorHolder(), subjectName()];
    const earned = earning(400);
    must(await ledger(brand).start(pay(`${subject}:made`, brand, creator, earned)));
    must(await ledger(creator).post(creator, moves('free', 'available', earned.id)));
    const begun = 'po_1:begin';
    must(await ledger(creator).beginPayout(creator, { key: begun, at: AT, currency: 'usd' }));
    const back = (id: string, earnings: Transfer['source']['earnings']): Transfer => ({
      id,
      at: AT,
      currency: 'usd',
      amount: 400,
      source: { holder: creator, earnings },
      destination: { holder: brand, lines: [{ bucket: 'receivable', amount: -400 }] },
    });
    const adjustment = earning(-400, { source: 'adjustment', status: 'paid' });
    const transfer = back(`${subject}:reverse`, [{ do: 'reverse', id: earned.id }]);
    const orElse = back(`${subject}:clawback`, [{ do: 'create', earning: adjustment }]);
    await writeDown(subject, [{ kind: 'transfer', transfer, orElse }]);
    expect(await driveInstructions(systemCtx(), subject)).toBe(false);
    expect(await stepsOf(subject)).toMatchObject([{ status: 'open', blocked: null }]);
    const end = { key: 'po_1:end', begun, at: AT, currency: 'usd', paid, payout: 'po_1' };
    must(await ledger(creator).endPayout(creator, end));
    await driveOpenInstructions(later());
    expect(await stepsOf(subject)).toMatchObject([{ status: 'done', ended }]);
    const { available, paid: inAll = 0, withdrawable = 0 } = (await ledger(creator).balances()).usd!;
    expect([available, inAll, withdrawable]).toEqual([0, 0, 0]);
    expect((await ledger(brand).balances()).usd!.receivable).toBe(0);
    await verified(brand, creator);
    await payOut(creator, 'po_2');
    expect((await ledger(creator).balances()).usd!.withdrawable ?? 0).toBe(0);
  });
});
