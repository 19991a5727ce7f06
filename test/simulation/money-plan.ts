// The plan of a money simulation, drawn from a seed alone. An action names its records by number and never by
// an earlier answer, so a seed always gives the same history.
import type { When } from '../harness/faults/mortal.ts';
import { type Random, randomFrom } from './ledger-plan.ts';

export const BRANDS = 3;
export const CREATORS = 5;

export type Act =
  | { do: 'pay'; brand: number; creator: number; amount: number; net: boolean }
  | { do: 'submit'; brand: number; creator: number }
  | { do: 'review'; nth: number; approve: boolean }
  | { do: 'views'; nth: number; views: number }
  | { do: 'decide'; nth: number; decision: 'approve' | 'reject' | 'dispute' | 'resolve' | 'cancel' }
  | { do: 'staff'; nth: number; outcome: 'creator' | 'refund' }
  | { do: 'withdraw'; creator: number; share: number; speed: 'standard' | 'instant' }
  | { do: 'withdraw for the partner' }
  | { do: 'offer'; brand: number; creator: number; base: number }
  | { do: 'retainer'; nth: number; by: 'creator' | 'brand'; status: 'accepted' | 'rejected' | 'canceled' }
  | { do: 'take rate'; percent: number | null }
  | { do: 'new card'; brand: number; good: boolean }
  | { do: 'bank returns'; nth: number }
  | { do: 'chargeback'; nth: number }
  | { do: 'bank decides'; nth: number; won: boolean };

export interface Planned {
  act: Act;
  /** How often the same request is made at once, with the same Idempotency-Key. */
  calls: number;
  /** The contact at which the requesting process dies, if it gets that far. */
  dies: { at: number; when: When } | null;
}

export interface Round {
  /** Hours that pass before it. */
  hours: number;
  acts: Planned[];
  /** Concurrent runs of the minute's jobs, each of which may die. */
  crons: (Planned['dies'] | 'lives')[];
  /** The processor's faults meanwhile. */
  faults: { kind: 'fail_before' | 'fail_after' | 'garbage_after' | 'rate_limit'; path: string }[];
  declines: string[];
  /** How the processor's webhooks arrive: not at all, in disorder, or as they should. */
  webhooks: 'none' | 'reversed twice' | 'in order';
  /** Whether all ledgers are killed while it runs. */
  killsLedgers: boolean;
}

const PATHS = [
  'POST /v1/payment_intents',
  'POST /v1/payment_intents',
  'POST /v1/transfers',
  'POST /v1/payouts',
  'POST /v2/money_management/outbound_payments',
  'POST /v1/refunds',
  'GET /v1/p',
  'GET /v1/disputes',
];
const KINDS = ['fail_before', 'fail_after', 'fail_after', 'garbage_after', 'rate_limit'] as const;
const CODES = ['insufficient_funds', 'expired_card', 'stolen_card', 'authentication_required'];

export function planOf(seed: number, rounds: number): Round[] {
  const random = randomFrom(seed);
  return Array.from({ length: rounds }, () => drawRound(random));
}

function drawRound(random: Random): Round {
  const some = <T>(upTo: number, draw: () => T) => Array.from({ length: random(upTo + 1) }, draw);
  return {
    hours: [0, 0, 1, 7, 24, 31][random(6)]!,
    acts: Array.from({ length: 2 + random(5) }, () => ({
      act: drawAct(random),
      calls: random(5) === 0 ? 3 : 1,
      dies: random(4) === 0 ? drawDeath(random) : null,
    })),
    crons: Array.from({ length: 1 + random(2) }, () => (random(3) === 0 ? drawDeath(random) : 'lives')),
    faults: random(2) === 0 ? some(3, () => ({ kind: pick(random, KINDS), path: pick(random, PATHS) })) : [],
    declines: random(4) === 0 ? some(2, () => pick(random, CODES)) : [],
    webhooks: pick(random, ['none', 'reversed twice', 'in order'] as const),
    killsLedgers: random(6) === 0,
  };
}

function drawDeath(random: Random): { at: number; when: When } {
  return { at: 1 + random(random(2) === 0 ? 6 : 40), when: random(2) === 0 ? 'before' : 'after' };
}

function drawAct(random: Random): Act {
  const brand = random(BRANDS);
  const creator = random(CREATORS);
  const nth = random(1000);
  const kind = random(20);
  if (kind < 5) {
    const amount = random(4) === 0 ? 1 + random(40) : 100 + random(20_000);
    return { do: 'pay', brand, creator, amount, net: random(3) === 0 };
  }
  if (kind < 7) return { do: 'submit', brand, creator };
  if (kind < 9) return { do: 'review', nth, approve: random(4) > 0 };
  if (kind < 10) return { do: 'views', nth, views: random(50_000) };
  if (kind < 13)
    return {
      do: 'decide',
      nth,
      decision: pick(random, ['approve', 'approve', 'reject', 'dispute', 'cancel', 'resolve'] as const),
    };
  if (kind < 14) return { do: 'staff', nth, outcome: random(2) === 0 ? 'creator' : 'refund' };
  if (kind < 16) {
    return {
      do: 'withdraw',
      creator,
      share: random(3),
      speed: random(3) === 0 ? 'instant' : 'standard',
    };
  }
  switch (random(10)) {
    case 0:
      return { do: 'withdraw for the partner' };
    case 1:
      return { do: 'offer', brand, creator, base: 1000 + random(9000) };
    case 2:
    case 3:
      return {
        do: 'retainer',
        nth,
        by: random(2) === 0 ? 'creator' : 'brand',
        status: pick(random, ['accepted', 'accepted', 'rejected', 'canceled'] as const),
      };
    case 4:
      return { do: 'take rate', percent: random(4) === 0 ? null : random(2001) / 100 };
    case 5:
      return { do: 'new card', brand, good: random(4) > 0 };
    case 6:
    case 7:
      return { do: 'chargeback', nth };
    case 8:
      return { do: 'bank decides', nth, won: random(2) === 0 };
    default:
      return { do: 'bank returns', nth };
  }
}

function pick<T>(random: Random, from: readonly T[]): T {
  return from[random(from.length)]!;
}
