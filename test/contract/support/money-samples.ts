// Earnings and lines of the ledger, for samples.ts. Payments create them, so here they are written directly
// to the owner's ledger.

import { newId } from '../../../src/kit/ids.ts';
import * as clock from '../../harness/clock.ts';
import { brandHolder, earning, ledger, must, pay, statementLine } from '../../harness/money/ledger.ts';
import type { Minted } from '../../harness/world.ts';

async function makeEarning(owner: Minted): Promise<string> {
  const earned = earning(500, { id: newId('earning', clock.now()), source: 'partner_commission' });
  const brand = brandHolder();
  const made = must(await ledger(brand).start(pay(`sample:${earned.id}`, brand, owner.id, earned)));
  if (made.state !== 'settled') throw new Error(`the payment is ${made.state}`);
  return earned.id;
}

async function makeLine(owner: Minted): Promise<string> {
  const posting = { key: crypto.randomUUID(), at: clock.now(), statement: [statementLine(500)] };
  return must(await ledger(owner.id).post(owner.id, posting)).lines[0]!;
}

export const MONEY_RECORDS = { '/v1/earnings/:id': makeEarning };

export const MONEY_LISTS = { '/v1/balance/transactions': makeLine, '/v1/earnings': makeEarning };
