// Disputes: the card's bank takes a charge back, with a fee, and returns it if it decides for us.
import { book } from './balance.ts';
import { ofPayment } from './of-payment.ts';
import type { Params } from './params.ts';
import { refuse } from './wire.ts';
import { type Call, DAY, type Obj, type Route, type World } from './world.ts';

/** What a dispute costs whoever wins it, in the smallest unit. */
const FEE = 1500;
const TO_ANSWER = 10 * DAY;

type Told = Pick<Call, 'world' | 'emit'>;

function disputeOf(world: World, charge: string): Obj | undefined {
  return world.all('dispute', '').find((one) => one.charge === charge);
}

function isInquiry(status: string): boolean {
  return status.startsWith('warning_');
}

/** Throws the refusal of a refund whose money the bank has, or may get. */
export function checkUndisputed(world: World, charge: Obj): void {
  const status = disputeOf(world, charge.id)?.status ?? 'won';
  if (status === 'won' || isInquiry(status)) return;
  throw refuse(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed');
}

function move(world: World, dispute: Obj, amount: number, fee: number): void {
  const line = { type: 'adjustment', amount, fee, currency: dispute._settled, source: dispute.id };
  dispute.balance_transactions.push(book(world, '', { ...line, availableOn: world.now() }));
}

function withdraw(call: Told, made: Obj): void {
  move(call.world, made, -made.amount, FEE);
  call.emit('charge.dispute.funds_withdrawn', call.world.save(made));
}

/**
 * The cardholder disputes what is left of a charge, and the money is gone at once; or the bank only inquires. `settled`
 * is the currency of our balance that it is taken from, one for one.
 */
export function dispute(
  call: Told,
  charge: Obj,
  { inquiry = false, settled = charge.currency }: Params = {},
): Obj {
  const { world } = call;
  if (charge.status !== 'succeeded' || charge.refunded) throw refuse('There is nothing to dispute.');
  if (charge.disputed) throw refuse('The charge is disputed already.');
  const made = world.add(
    {
      id: world.id('du'),
      object: 'dispute',
      amount: charge.amount - charge.amount_refunded,
      balance_transactions: [],
      charge: charge.id,
      currency: charge.currency,
      enhanced_eligibility_types: [],
      evidence: {},
      evidence_details: {
        due_by: world.now() + TO_ANSWER,
        has_evidence: false,
        past_due: false,
        submission_count: 0,
      },
      is_charge_refundable: inquiry,
      payment_intent: charge.payment_intent,
      reason: 'fraudulent',
      status: inquiry ? 'warning_needs_response' : 'needs_response',
      _settled: settled,
    },
    '',
  );
  world.save(Object.assign(charge, { disputed: true }));
  call.emit('charge.dispute.created', made);
  if (!inquiry) withdraw(call, made);
  return made;
}

const NEXT: Record<string, string[]> = {
  needs_response: ['won', 'lost'],
  warning_needs_response: ['needs_response', 'warning_closed'],
};

/** The bank's decision: it gives back what it took (in some countries with the fee) or keeps it. An inquiry becomes a dispute or ends. */
export function endDispute(call: Told, id: string, { to, feeBack = false }: Params): Obj {
  const { world } = call;
  const ended = world.get('dispute', id, '');
  const next = NEXT[ended.status] ?? [];
  if (!next.includes(String(to))) throw refuse(`The dispute is ${ended.status}; to must be of: ${next}.`);
  ended.status = to;
  if (to === 'needs_response') {
    ended.is_charge_refundable = false;
    call.emit('charge.dispute.updated', world.save(ended));
    withdraw(call, ended);
    return ended;
  }
  call.emit('charge.dispute.closed', world.save(ended));
  if (to === 'won') {
    move(world, ended, ended.amount, feeBack ? -FEE : 0);
    call.emit('charge.dispute.funds_reinstated', world.save(ended));
  }
  return ended;
}

export const DISPUTE_ROUTES: Route[] = ofPayment('dispute');
