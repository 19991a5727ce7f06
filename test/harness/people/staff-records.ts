// One record of each kind that waits for the staff, and two staff members (Sam and Lee).
import { newStaffToken } from '../../../src/auth/staff-token.ts';
import { READING } from '../../../src/domains/operations/conversations/create-reading.ts';
import { sha256Hex } from '../../../src/kit/crypto.ts';
import { newId } from '../../../src/kit/ids.ts';
import * as clock from '../clock.ts';
import { as, openDirect, patch, type Side, said, sideOf, told } from '../messaging/talks.ts';
import { browserOf } from '../pages/pages.ts';
import { put } from '../put.ts';
import { call, type Minted, mintAccount, testEnv } from '../world.ts';
import { mintPerson } from './people.ts';

/** @param creator the creator that the brand pays. */
export async function staffRecords(brand: Minted, creator: string) {
  const [sam, lee] = [await mintPerson(), await mintPerson()];
  const token = newStaffToken();
  await put('second_factors', {
    person_id: lee.id,
    secret: 'x',
    session_id: lee.session,
    confirmed_at: 1,
    last_step: 0,
    created_at: 1,
    updated_at: 1,
  });
  const now = clock.now();
  const ids = {
    charge: newId('charge', now),
    difference: newId('difference', now),
    correction: newId('correction', now),
  };
  const times = { created_at: now, updated_at: now };
  const amount = { account_id: brand.id, currency: 'usd', amount: 1_050 };
  const { data: payments } = (await call('GET', '/v1/payments', { key: brand.key })).body;
  const payment = payments[0].id as string;
  await testEnv.DB.prepare(
    "UPDATE payments SET status = 'disputed', dispute_reason = 'No.', disputed_at = ?2 WHERE id = ?1",
  )
    .bind(payment, now)
    .run();
  await put('charges', {
    id: ids.charge,
    ...amount,
    day: '2026-11-22',
    status: 'review',
    attempt: 1,
    intent: 'pi_1',
    ...times,
  });
  const refunds = ['review', 'outside', 'returned'].map((status) => ({ id: newId('refund', now), status }));
  for (const { id, status } of refunds)
    await put('refunds', {
      id,
      ...amount,
      payment_id: status === 'returned' ? payment : null,
      status,
      attempt: 1,
      ...times,
    });
  for (const status of ['open', 'lost'])
    await put('chargebacks', {
      id: `dp_${status}`,
      charge_id: ids.charge,
      intent: 'pi_1',
      booked: '[]',
      ...amount,
      status,
      taken: 1_050,
      fee: 1_500,
      ...times,
    });
  await put('ledger_instructions', {
    subject: ids.charge,
    n: 99,
    body: JSON.stringify({ kind: 'posting', holder: brand.id, posting: { key: 'k', at: now } }),
    status: 'open',
    blocked: 'No.',
    due_at: now,
    created_at: now,
  });
  await put('corrections', {
    id: ids.correction,
    kind: 'write_off',
    holder: creator,
    balance: 'payout_balance',
    currency: 'usd',
    amount: 100,
    reason: 'Gone.',
    proposed_by: 'lee',
    created_at: now,
  });
  await put('differences', {
    id: ids.difference,
    kind: 'charge_twice',
    subject: 'pi_2',
    details: '{}',
    found_at: now,
    seen_at: now,
  });
  await put('processor_events', {
    id: 'evt_failed',
    type: 'charge.failed',
    account: null,
    object_id: 'pi_1',
    object_kind: 'payment',
    status: 'failed',
    attempts: 9,
    next_at: now,
    received_at: now,
  });
  await put('dead_letters', {
    id: 'dead_1',
    queue: 'webhooks',
    body: '{}',
    attempts: 9,
    reason: 'No.',
    created_at: now,
  });
  const talks = await staffTalks(brand, creator);
  return {
    browser: browserOf(sam),
    vars: {
      STAFF_PEOPLE: `sam:${sam.email},lee:${lee.email}`,
      STAFF_TOKENS: `sam:${sha256Hex(token)}`,
    },
    records: [...refunds.map(({ id }) => `/staff/review-queue/refunds/${id}`), ...talks],
  };
}

/** A question to the staff that is not read yet, one that Sam reads, a report, and a sender who is barred. @returns their pages. */
async function staffTalks(brand: Minted, creator: string): Promise<string[]> {
  const [mine, theirs] = [sideOf(brand), { id: creator, key: brand.key, as: creator }];
  const ask = async (by: Side) => {
    const body = { kind: 'support', message: { body: 'When is the next payout?' } };
    const { data } = (await call('POST', '/v1/threads', { ...as(by), body })).body;
    await told(data.id);
    return data.id as string;
  };
  const [unread, open] = [await ask(mine), await ask(theirs)];
  const thread = (await openDirect(theirs, mine)).body.data.id;
  const message = await said(theirs, thread, 'Send me your password');
  await patch(mine, `/v1/messages/${message}`, { report: { reason: 'fraud', note: 'Asks for a password.' } });
  await told(thread);
  const report = await testEnv.DB.prepare('SELECT id FROM message_reports WHERE message_id = ?')
    .bind(message)
    .first<{ id: string }>();
  await put('staff_actions', {
    id: newId('staffAction', clock.now()),
    staff: 'sam',
    action: READING,
    subject: open,
    reason: 'Asked.',
    before: '{}',
    after: '{}',
  });
  const barred = await mintAccount('brand', { name: 'Barred Brand' });
  await put('message_bars', { side: barred.id, barred_by: 'sam', reason: 'Spam.', barred_at: 1 });
  return [
    ...[unread, open].map((id) => `/staff/review-queue/support-threads/${id}`),
    `/staff/review-queue/message-reports/${report!.id}`,
    ...[brand.id, barred.id].map((id) => `/staff/senders/${id}`),
  ];
}
