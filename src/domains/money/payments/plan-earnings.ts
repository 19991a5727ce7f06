// The ledger instructions of a payment. Everything that the brand owes goes into its receivable: the net to
// the creator, the take to the partner, the fee to the service. All instructions have the payment as their
// subject, so each begins only after the one planned before it has ended.
import type { SystemCtx } from '../../../context.ts';
import { newId } from '../../../kit/ids.ts';
import type { Counterparty, EarningChange, EarningStatus, NewEarning, NewLine } from '../ledger/posting.ts';
import { stageKey, type Transfer } from '../ledger/transfer.ts';
import type { Instruction } from '../ledger-instructions/instruction.ts';
import { planInstructions } from '../ledger-instructions/plan-instructions.ts';
import type { Sides } from './store.ts';
import type { PaymentRow } from './table.ts';

/** A creator's or partner's part of the payment. */
interface Part {
  name: 'creator' | 'partner';
  holder: string;
  earning: string;
  /** Before and after the take, in cents. */
  amount: number;
  fee: number;
}

/** The partner comes first, so that the brand's line for the whole amount shows the receivable after both. */
function partsOf(row: PaymentRow): Part[] {
  const creator: Part = {
    name: 'creator',
    holder: row.creatorId,
    earning: row.creatorEarningId,
    amount: row.amount,
    fee: row.partnerFee,
  };
  if (row.partnerId === null || row.partnerEarningId === null) return [creator];
  const partner: Part = {
    name: 'partner',
    holder: row.partnerId,
    earning: row.partnerEarningId,
    amount: row.partnerFee,
    fee: 0,
  };
  return [partner, creator];
}

/** The payment is made: the brand owes it, and the earnings are pending. */
export function planMade(ctx: SystemCtx, row: PaymentRow, sides: Sides): void {
  const instructions = partsOf(row).map((part) => instruction(give(ctx, row, part, sides)));
  if (row.serviceFee > 0) instructions.push(instruction(takeFee(ctx, row)));
  planInstructions(ctx, row.id, instructions);
}

/**
 * Moves the earnings. With `mayBePaid`, earnings that a payout has taken or paid stay as they are.
 * @param why forms the key together with the payment's version, so each version moves them once.
 */
export function planMove(
  ctx: SystemCtx,
  row: PaymentRow,
  why: string,
  to: EarningStatus,
  more: { holdUntilAt?: number | null; mayBePaid: boolean },
): void {
  const change = more.holdUntilAt === undefined ? {} : { holdUntilAt: more.holdUntilAt };
  planInstructions(
    ctx,
    row.id,
    partsOf(row).map(
      ({ holder, earning }): Instruction => ({
        kind: 'posting',
        holder,
        posting: {
          key: `${row.id}:${why}:${row.version}`,
          at: ctx.now,
          earnings: [{ do: 'move', id: earning, to, ...change }],
        },
        mayRefuse: more.mayBePaid,
      }),
    ),
  );
}

/** The payment is approved: its lines are no longer pending. */
export function planApproved(ctx: SystemCtx, row: PaymentRow): void {
  const ids = partsOf(row).map(({ name }) => `${row.id}:${name}`);
  if (row.serviceFee > 0) ids.push(`${row.id}:fee`);
  const completed = (holder: string, completes: string[]): Instruction => ({
    kind: 'posting',
    holder,
    posting: { key: `${row.id}:approved`, at: ctx.now, completes },
  });
  planInstructions(ctx, row.id, [
    completed(
      row.accountId,
      ids.map((id) => stageKey(id, 'reserve')),
    ),
    ...partsOf(row).map(({ holder, name }) => completed(holder, [stageKey(`${row.id}:${name}`, 'receive')])),
  ]);
}

/** Takes the earnings back, from the payout balance if they were paid by then. */
export function planTakeBack(ctx: SystemCtx, row: PaymentRow, sides: Sides): void {
  const instructions = partsOf(row).map((part): Instruction => {
    const back: EarningChange = { do: 'reverse', id: part.earning };
    const clawback: EarningChange = { do: 'create', earning: adjustment(ctx, row, part) };
    return {
      kind: 'transfer',
      transfer: takeBack(ctx, row, part, sides, 'back', back),
      orElse: takeBack(ctx, row, part, sides, 'clawback', clawback),
    };
  });
  if (row.serviceFee > 0) instructions.push(instruction(giveFeeBack(ctx, row)));
  planInstructions(ctx, row.id, instructions);
}

function instruction(transfer: Transfer): Instruction {
  return { kind: 'transfer', transfer };
}

function give(ctx: SystemCtx, row: PaymentRow, part: Part, sides: Sides): Transfer {
  const net = part.amount - part.fee;
  return {
    id: `${row.id}:${part.name}`,
    at: ctx.now,
    currency: row.currency,
    amount: net,
    source: {
      holder: row.accountId,
      lines: [{ bucket: 'receivable', amount: net }],
      // The partner's take is part of the amount, so it has no line of its own for the brand.
      statement: part.name === 'creator' ? [brandLine(row, sides, 'creator_earning', -row.amount)] : [],
    },
    destination: {
      holder: part.holder,
      earnings: [{ do: 'create', earning: earningOf(row, part) }],
      statement: [earnerLine(row, part, sides, earnerType(part), 1)],
    },
  };
}

function takeBack(
  ctx: SystemCtx,
  row: PaymentRow,
  part: Part,
  sides: Sides,
  how: 'back' | 'clawback',
  change: EarningChange,
): Transfer {
  const net = part.amount - part.fee;
  return {
    id: `${row.id}:${part.name}:${how}`,
    at: ctx.now,
    currency: row.currency,
    amount: net,
    source: {
      holder: part.holder,
      earnings: [change],
      statement: [
        {
          ...earnerLine(row, part, sides, 'adjustment', -1),
          balanceOf: how === 'clawback' ? 'withdrawable' : null,
        },
      ],
    },
    destination: {
      holder: row.accountId,
      lines: [{ bucket: 'receivable', amount: -net }],
      statement: part.name === 'creator' ? [brandLine(row, sides, 'adjustment', row.amount)] : [],
    },
  };
}

function takeFee(ctx: SystemCtx, row: PaymentRow): Transfer {
  return {
    id: `${row.id}:fee`,
    at: ctx.now,
    currency: row.currency,
    amount: row.serviceFee,
    source: {
      holder: row.accountId,
      lines: [{ bucket: 'receivable', amount: row.serviceFee }],
      statement: [feeLine(ctx, row, -row.serviceFee)],
    },
    destination: { holder: row.serviceHolder, lines: [{ bucket: 'fees', amount: row.serviceFee }] },
  };
}

function giveFeeBack(ctx: SystemCtx, row: PaymentRow): Transfer {
  return {
    id: `${row.id}:fee:back`,
    at: ctx.now,
    currency: row.currency,
    amount: row.serviceFee,
    source: { holder: row.serviceHolder, lines: [{ bucket: 'fees', amount: -row.serviceFee }] },
    destination: {
      holder: row.accountId,
      lines: [{ bucket: 'receivable', amount: -row.serviceFee }],
      statement: [feeLine(ctx, row, row.serviceFee)],
    },
  };
}

function earningOf(row: PaymentRow, part: Part): NewEarning {
  return {
    id: part.earning,
    status: 'pending',
    source: part.name === 'creator' ? row.source : 'partner_commission',
    currency: row.currency,
    amount: part.amount,
    fee: part.fee,
    account: row.accountId,
    program: row.programId,
    submission: row.submissionId,
    retainer: row.retainerId,
    payment: row.id,
    holdUntilAt: null,
  };
}

function adjustment(ctx: SystemCtx, row: PaymentRow, part: Part): NewEarning {
  return {
    ...earningOf(row, part),
    id: newId('earning', ctx.now),
    status: 'paid',
    source: 'adjustment',
    amount: -part.amount,
    fee: part.fee === 0 ? 0 : -part.fee,
  };
}

function earnerType(part: Part): NewLine['type'] {
  return part.name === 'creator' ? 'creator_earning' : 'partner_commission';
}

/** The line on the earner's statement: a creator is paid by the brand, a partner through its creator. */
function earnerLine(row: PaymentRow, part: Part, sides: Sides, type: NewLine['type'], sign: 1 | -1): NewLine {
  const from: Counterparty =
    part.name === 'creator'
      ? { type: 'account', id: null, name: sides.accountName }
      : { type: 'creator', id: row.creatorId, name: sides.creatorName };
  return line(row, {
    type,
    amount: sign * part.amount,
    fee: part.fee === 0 ? 0 : sign * part.fee,
    balanceOf: null,
    description: null,
    counterparty: from,
  });
}

function brandLine(row: PaymentRow, sides: Sides, type: NewLine['type'], amount: number): NewLine {
  return line(row, {
    type,
    amount,
    fee: 0,
    balanceOf: 'receivable',
    description: null,
    counterparty: { type: 'creator', id: row.creatorId, name: sides.creatorName },
  });
}

function feeLine(ctx: SystemCtx, row: PaymentRow, amount: number): NewLine {
  return line(row, {
    type: 'platform_fee',
    amount,
    fee: 0,
    balanceOf: 'receivable',
    description: null,
    counterparty: { type: 'platform', id: null, name: ctx.vars.SERVICE_NAME },
  });
}

function line(
  row: PaymentRow,
  own: Pick<NewLine, 'type' | 'amount' | 'fee' | 'balanceOf' | 'description' | 'counterparty'>,
): NewLine {
  return {
    status: row.status === 'pending_approval' ? 'pending' : 'completed',
    currency: row.currency,
    memo: row.note,
    source: row.id,
    campaign: row.campaignId,
    program: row.programId,
    ...own,
  };
}
