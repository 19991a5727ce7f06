// The lives of payments and withdrawals in a simulation, and steps that must never succeed.
import { serviceHolder } from '../../src/domains/money/ledger/chart.ts';
import type { EarningStatus, NewEarning } from '../../src/domains/money/ledger/posting.ts';
import type { Transfer } from '../../src/domains/money/ledger/transfer.ts';
import type { TransferInstruction } from '../../src/domains/money/ledger-instructions/instruction.ts';
import { percentOf } from '../../src/kit/money.ts';
import {
  dispute,
  type Earner,
  ends,
  move,
  name,
  newEarning,
  payout,
  type Side,
  send,
  type World,
} from './ledger-moves.ts';
import type { Effect, Script, Step } from './ledger-plan.ts';

const CURRENCIES = ['usd', 'usd', 'eur'];

/** The service ledgers of this seed only, so that the sums over all holders add up. */
function serviceOf(world: World, currency: string, counterparty: string): string {
  return `${serviceHolder(currency, counterparty)}${String(world.seed).padStart(6, '0')}`;
}

function pick<T>(world: World, from: readonly T[]): T {
  return from[world.random(from.length)]!;
}

export function drawScript(world: World): Script {
  const kind = world.random(10);
  if (kind < 5) return { steps: payment(world) };
  if (kind < 8) {
    const amount = 100 + world.random(world.random(2) === 0 ? 2000 : 8000);
    const holder = pick(world, [...world.creators, ...world.partners]);
    return { steps: withdrawal(world, holder, pick(world, CURRENCIES), amount) };
  }
  return { steps: [mischief(world)] };
}

/** A payment to a creator with a partner's take and the service fee, and one of the ways it can end. */
function payment(world: World): Step[] {
  const { random } = world;
  const [brand, creator, partner] = [
    pick(world, world.brands),
    pick(world, world.creators),
    pick(world, world.partners),
  ];
  const currency = pick(world, CURRENCIES);
  const service = serviceOf(world, currency, brand);
  const gross = 1 + random(5000);
  const take = percentOf(gross, random(2001));
  const fee = percentOf(gross, 500);
  const earned = newEarning(world, currency, gross, take, brand);
  const id = name(world, 'payment');
  const owes = (amount: number): Side => ({ holder: brand, lines: [{ bucket: 'receivable', amount }] });
  const steps: Step[] = [];
  const earners: Earner[] = [];
  const earn = (holder: string, earning: NewEarning) => {
    const net = earning.amount - earning.fee;
    if (net === 0) return;
    earners.push({ holder, earning, net });
    const gets: Side = { holder, earnings: [{ do: 'create', earning }] };
    steps.push(
      send(world, `${id}:${holder}`, currency, net, owes(net), gets, [
        [brand, currency, 'receivable', net],
        [holder, currency, 'pending', net],
      ]),
    );
  };
  earn(creator, earned);
  earn(partner, { ...newEarning(world, currency, take, 0, brand), source: 'partner_commission' });
  if (fee > 0) {
    const gets: Side = { holder: service, lines: [{ bucket: 'fees', amount: fee }] };
    steps.push(
      send(world, `${id}:fee`, currency, fee, owes(fee), gets, [
        [brand, currency, 'receivable', fee],
        [service, currency, 'fees', fee],
      ]),
    );
  }
  const go = (from: EarningStatus, to: EarningStatus) => {
    for (const { holder, earning, net } of earners) {
      const effects: Effect[] = [
        [holder, currency, from, -net],
        [holder, currency, to, net],
      ];
      const change = { do: 'move' as const, id: earning.id, to };
      steps.push(move(world, `${earning.id}:${steps.length}`, holder, { earnings: [change] }, effects));
    }
  };
  if (random(2) === 0) go('pending', 'held');
  const status = steps.at(-1)?.effects.some(([, , bucket]) => bucket === 'held') ? 'held' : 'pending';
  if (random(4) === 0) {
    for (const { holder, earning, net } of earners) {
      const gives: Side = { holder, earnings: [{ do: 'reverse', id: earning.id }] };
      steps.push(
        send(world, `${earning.id}:undo`, currency, net, gives, owes(-net), [
          [holder, currency, status, -net],
          [brand, currency, 'receivable', -net],
        ]),
      );
    }
    return steps;
  }
  steps.push(...charge(world, brand, service, currency, gross + fee));
  go(status, 'available');
  if (random(3) === 0) {
    for (const earner of earners) {
      steps.push(dispute(world, earner, 'available', 'held'), dispute(world, earner, 'held', 'available'));
    }
  }
  // A refund may come before the payout, or for a payment that another life began.
  const refunded = earners[0] && random(3) > 0 ? refund(world, earners[0], brand, service) : [];
  if (random(4) === 0) return [...steps, ...refunded];
  steps.push(...earners.map(({ holder }) => payout(world, holder, currency)));
  // Withdrawn at once, so that taking the earning back makes a debt.
  if (earners[0] && random(2) === 0) steps.push(...withdrawal(world, creator, currency, earners[0].net));
  return [...steps, ...refunded];
}

function charge(world: World, brand: string, service: string, currency: string, amount: number): Step[] {
  const id = name(world, 'charge');
  const steps: Step[] = [];
  const shift = (key: string, value: number) =>
    move(
      world,
      key,
      brand,
      {
        lines: [
          { currency, bucket: 'receivable', amount: -value },
          { currency, bucket: 'charging', amount: value },
        ],
      },
      [
        [brand, currency, 'receivable', -value],
        [brand, currency, 'charging', value],
      ],
    );
  for (let declined = world.random(3); declined > 0; declined--) {
    steps.push(shift(`${id}:try${declined}`, amount), shift(`${id}:decline${declined}`, -amount));
  }
  steps.push(shift(`${id}:begin`, amount));
  steps.push(
    send(
      world,
      `${id}:cash`,
      currency,
      amount,
      { holder: service, lines: [{ bucket: 'cash_in', amount }] },
      { holder: brand, lines: [{ bucket: 'charging', amount: -amount }] },
      [
        [service, currency, 'cash_in', amount],
        [brand, currency, 'charging', -amount],
      ],
    ),
  );
  return steps;
}

/** An earning goes back to the brand, by an adjustment if it was paid, and from there to its card. */
function refund(world: World, { holder, earning, net }: Earner, brand: string, service: string): Step[] {
  const { currency } = earning;
  const adjustment: NewEarning = {
    ...newEarning(world, currency, -earning.amount, earning.fee === 0 ? 0 : -earning.fee, brand),
    source: 'adjustment',
    status: 'paid',
  };
  const gets: Side = { holder: brand, lines: [{ bucket: 'receivable', amount: -net }] };
  const takesBack: Side = { holder, earnings: [{ do: 'reverse', id: earning.id }] };
  const back = send(world, `${earning.id}:refund`, currency, net, takesBack, gets, [
    [holder, currency, 'available', -net],
    [brand, currency, 'receivable', -net],
  ]);
  const orElse: Transfer = {
    id: `${earning.id}:clawback`,
    at: 0,
    currency,
    amount: net,
    source: { holder, earnings: [{ do: 'create', earning: adjustment }] },
    destination: gets,
  };
  const otherwise: Effect[] = [
    [holder, currency, 'paid', -net],
    [holder, currency, 'withdrawable', -net],
    [brand, currency, 'receivable', -net],
    ...ends(orElse),
  ];
  const { step } = back.does as { step: TransferInstruction };
  return [
    { ...back, does: { step: { ...step, orElse } }, otherwise },
    send(
      world,
      `${earning.id}:card`,
      currency,
      net,
      { holder: brand, lines: [{ bucket: 'receivable', amount: net }] },
      { holder: service, lines: [{ bucket: 'cash_out', amount: net }] },
      [
        [brand, currency, 'receivable', net],
        [service, currency, 'cash_out', net],
      ],
    ),
  ];
}

function withdrawal(world: World, holder: string, currency: string, amount: number): Step[] {
  const service = serviceOf(world, currency, holder);
  const fee = world.random(2) === 0 || amount <= 50 ? 0 : Math.max(50, percentOf(amount, 150));
  const net = amount - fee;
  const id = name(world, 'withdrawal');
  const shift = (key: string, value: number) =>
    move(
      world,
      key,
      holder,
      {
        lines: [
          { currency, bucket: 'withdrawable', amount: -value },
          { currency, bucket: 'in_transit', amount: value },
        ],
      },
      [
        [holder, currency, 'withdrawable', -value],
        [holder, currency, 'in_transit', value],
      ],
    );
  const steps = [shift(`${id}:ask`, amount)];
  if (world.random(4) === 0) return [...steps, shift(`${id}:fail`, -amount)];
  const fees = (sign: 1 | -1) => (fee === 0 ? [] : [{ bucket: 'fees' as const, amount: sign * fee }]);
  const feeEffect = (sign: 1 | -1): Effect[] => (fee === 0 ? [] : [[service, currency, 'fees', sign * fee]]);
  steps.push(
    send(
      world,
      `${id}:paid`,
      currency,
      amount,
      { holder, lines: [{ bucket: 'in_transit', amount: -amount }] },
      { holder: service, lines: [{ bucket: 'cash_out', amount: net }, ...fees(1)] },
      [[holder, currency, 'in_transit', -amount], [service, currency, 'cash_out', net], ...feeEffect(1)],
    ),
  );
  if (world.random(4) > 0) return steps;
  steps.push(
    send(
      world,
      `${id}:returned`,
      currency,
      amount,
      { holder: service, lines: [{ bucket: 'cash_in', amount: net }, ...fees(-1)] },
      { holder, lines: [{ bucket: 'withdrawable', amount }] },
      [[service, currency, 'cash_in', net], [holder, currency, 'withdrawable', amount], ...feeEffect(-1)],
    ),
  );
  return steps;
}

/** Steps that must never succeed. */
function mischief(world: World): Step {
  const creator = pick(world, world.creators);
  const service = serviceOf(world, 'usd', creator);
  const id = name(world, 'mischief');
  const step = (() => {
    switch (world.random(4)) {
      case 0: {
        const all = 1_000_000_000;
        const lines = [
          { currency: 'usd', bucket: 'withdrawable' as const, amount: -all },
          { currency: 'usd', bucket: 'in_transit' as const, amount: all },
        ];
        return move(world, id, creator, { lines }, []);
      }
      case 1:
        return move(
          world,
          id,
          creator,
          { lines: [{ currency: 'usd', bucket: 'withdrawable', amount: 5 }] },
          [],
        );
      case 2: {
        // The destination refuses, because no service ledger ever has so much in fees.
        const gets = [
          { bucket: 'cash_out' as const, amount: 1_000_000_001 },
          { bucket: 'fees' as const, amount: -1_000_000_000 },
        ];
        const brand = pick(world, world.brands);
        const gives: Side = { holder: brand, lines: [{ bucket: 'receivable', amount: 1 }] };
        return send(world, id, 'usd', 1, gives, { holder: service, lines: gets }, []);
      }
      default: {
        const gives: Side = { holder: creator, lines: [{ bucket: 'withdrawable', amount: -1_000_000_000 }] };
        const gets: Side = { holder: service, lines: [{ bucket: 'cash_out', amount: 1_000_000_000 }] };
        return send(world, id, 'usd', 1_000_000_000, gives, gets, []);
      }
    }
  })();
  return { ...step, forbidden: true };
}
