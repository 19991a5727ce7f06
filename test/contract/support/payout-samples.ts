// Finished payouts and withdrawals, for samples.ts: their creation has tests of its own.

import { newId } from '../../../src/kit/ids.ts';
import * as clock from '../../harness/clock.ts';
import { type Minted, testEnv } from '../../harness/world.ts';

let days = 0;

async function makePayout(owner: Minted): Promise<string> {
  const now = clock.now();
  const id = newId('payout', now);
  await testEnv.DB.prepare(
    `INSERT INTO payouts (id, holder, currency, day, status, earnings, amount, paid_at, created_at, updated_at)
    VALUES (?1, ?2, 'usd', ?3, 'paid', 1, 500, ?4, ?4, ?4)`,
  )
    .bind(id, owner.id, `day ${++days}`, now)
    .run();
  return id;
}

async function makeWithdrawal(owner: Minted): Promise<string> {
  const now = clock.now();
  const id = newId('withdrawal', now);
  await testEnv.DB.prepare(
    `INSERT INTO withdrawals (id, holder, idempotency_key, request_hash, amount, fee, currency, speed, status,
      processor_account, service, created_at, updated_at)
    VALUES (?1, ?2, ?1, '', 500, 0, 'usd', 'standard', 'paid', 'acct_1', 'service:usd:0', ?3, ?3)`,
  )
    .bind(id, owner.id, now)
    .run();
  return id;
}

export const PAYOUT_RECORDS = { '/v1/payouts/:id': makePayout, '/v1/withdrawals/:id': makeWithdrawal };

export const PAYOUT_LISTS = { '/v1/payouts': makePayout, '/v1/withdrawals': makeWithdrawal };
