// What tests and developers tell the simulator: /_sim/stripe/…, JSON in and out.
import { available, cash } from './balance.ts';
import { failRefund } from './charging.ts';
import { completeSession } from './checkout.ts';
import { onboard, review } from './connect.ts';
import { dispute, endDispute } from './disputes.ts';
import type { Held } from './held.ts';
import { FINANCIAL_ACCOUNT, returnPayment, settleOutbound } from './outbound.ts';
import type { Params } from './params.ts';
import { fail, settlePayouts } from './payouts.ts';
import { onboardRecipient, reviewRecipient } from './recipients.ts';
import { deliver, type Receiver } from './webhooks.ts';
import { refuse } from './wire.ts';
import type { Call } from './world.ts';

const KINDS = [
  ...(['fail_before', 'fail_after', 'slow_before', 'slow_after'] as const),
  ...(['held_before', 'held_after', 'garbage_after', 'rate_limit'] as const),
];

/** How a request goes wrong. `path` is the beginning of "POST /v1/…"; `times` how often. */
export interface Fault {
  kind: (typeof KINDS)[number];
  path: string;
  times: number;
  /** How long a slow answer takes. */
  ms: number;
}

export async function admin(
  call: Pick<Call, 'world' | 'emit'>,
  path: string,
  body: Params,
  held: Held,
): Promise<unknown> {
  const { world } = call;
  const [what, id, verb] = path.split('/');
  switch (what) {
    case 'clock': {
      const seconds = Number(body.advance ?? 0);
      if (!Number.isInteger(seconds) || seconds < 0) throw refuse('advance must be seconds, forward only.');
      world.set('clock', world.setting('clock', 0) + seconds);
      settlePayouts(call);
      settleOutbound(call);
      return { now: world.now() };
    }
    case 'faults': {
      if (body.clear) world.clearFaults();
      if (body.clear) return { cleared: true };
      const { kind, path: where = '', times = 1, ms = 30_000 } = body;
      if (!KINDS.includes(kind)) throw refuse(`kind must be one of ${KINDS.join(', ')}`);
      const fault: Fault = { kind, path: where, times, ms };
      world.addFault(fault);
      return { kind };
    }
    case 'held':
      await held.reached();
      return { held: true };
    case 'release':
      return { released: held.release() };
    case 'declines':
      world.set('declines', body.codes ?? []);
      return { codes: body.codes ?? [] };
    case 'receiver': {
      const { url, secret, thinSecret = null } = body;
      const receiver: Receiver = { url, secret, thinSecret, hold: body.hold === true };
      if (!receiver.url || !receiver.secret) throw refuse('url and secret are needed.');
      world.set('receiver', receiver);
      return receiver;
    }
    case 'flush':
      return { sent: await deliver(world, { all: true, reverse: body.reverse, copies: body.copies }) };
    case 'cash': {
      const currency = String(body.currency ?? 'usd');
      return { ...cash(world, currency), financial: available(world, FINANCIAL_ACCOUNT, currency) };
    }
    case 'checkout':
      return completeSession(call, id!, body.payment_method ?? 'pm_card_visa');
    case 'accounts': {
      const { failing = null, currencies = [], to = 'pending' } = body;
      const recipient = world.find('v2.core.account', id, '');
      if (verb === 'onboard') {
        return recipient
          ? onboardRecipient(call, recipient, failing)
          : onboard(call, id!, failing, currencies);
      }
      return recipient ? reviewRecipient(call, recipient, to) : review(call, id!, to);
    }
    case 'outbound':
      return returnPayment(call, id!, body.code ?? 'payout_method_closed');
    case 'charges':
      if (verb !== 'dispute') throw refuse(`Unknown: ${path}`);
      return dispute(call, world.get('charge', id, ''), body);
    case 'disputes':
      return endDispute(call, id!, body);
    case 'refunds':
      return failRefund(call, id!);
    case 'payouts':
      return fail(call, world.get('payout', id, body.account), body.account, body.code ?? 'account_closed');
    default:
      throw refuse(`Unknown: ${path}`);
  }
}
