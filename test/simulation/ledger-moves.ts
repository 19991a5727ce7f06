// Builds the steps that the simulated holders take.
import type { EarningStatus, NewEarning, Posting } from '../../src/domains/money/ledger/posting.ts';
import type { Transfer, TransferSide } from '../../src/domains/money/ledger/transfer.ts';
import type { Effect, Random, Step } from './ledger-plan.ts';

export interface World {
  seed: number;
  random: Random;
  brands: string[];
  creators: string[];
  partners: string[];
  serial: number;
}

export function name(world: World, what: string): string {
  return `s${world.seed}:${++world.serial}:${what}`;
}

function calls(world: World): number {
  return world.random(4) === 0 ? 2 + world.random(2) : 1;
}

export function move(
  world: World,
  id: string,
  holder: string,
  posting: Partial<Posting>,
  effects: Effect[],
): Step {
  const does = { holder, posting: { ...posting, key: id, at: 0 } };
  return { key: id, does, effects, forbidden: false, calls: calls(world) };
}

export type Side = Omit<TransferSide, 'statement'>;

export interface Earner {
  holder: string;
  earning: NewEarning;
  net: number;
}

/** A dispute of an earning that a payout may have meanwhile: the earning then stays as it is. */
export function dispute(
  world: World,
  { holder, earning, net }: Earner,
  from: EarningStatus,
  to: EarningStatus,
): Step {
  const id = `${earning.id}:${from}:${to}`;
  const posting: Posting = { key: id, at: 0, earnings: [{ do: 'move', id: earning.id, to }] };
  const effects: Effect[] = [
    [holder, earning.currency, from, -net],
    [holder, earning.currency, to, net],
  ];
  const step = { kind: 'posting' as const, holder, posting, mayRefuse: true };
  return { key: id, does: { step }, effects, forbidden: false, calls: calls(world) };
}

export function payout(world: World, holder: string, currency: string): Step {
  const does = { payout: { holder, currency, paid: world.random(4) > 0 } };
  return { key: name(world, 'payout'), does, effects: [], forbidden: false, calls: calls(world) };
}

export function send(
  world: World,
  id: string,
  currency: string,
  amount: number,
  source: Side,
  destination: Side,
  effects: Effect[],
): Step {
  const transfer: Transfer = { id, at: 0, currency, amount, source, destination };
  return {
    key: id,
    does: { step: { kind: 'transfer', transfer } },
    effects: [...effects, ...ends(transfer)],
    forbidden: false,
    calls: calls(world),
  };
}

export function ends({ currency, amount, source, destination }: Transfer): Effect[] {
  return [
    [source.holder, currency, 'sent', amount],
    [destination.holder, currency, 'received', amount],
  ];
}

export function newEarning(
  world: World,
  currency: string,
  amount: number,
  fee: number,
  brand: string,
): NewEarning {
  return {
    id: `ern_${`s${world.seed}`.padEnd(18, '0')}${String(++world.serial).padStart(8, '0')}`,
    status: 'pending',
    source: 'submission',
    currency,
    amount,
    fee,
    account: brand,
    program: null,
    submission: null,
    retainer: null,
    payment: null,
    holdUntilAt: null,
  };
}
