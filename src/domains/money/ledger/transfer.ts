// Money between two holders. The source reserves it, the destination accepts it or refuses it for good, and
// the source then completes the reservation or takes it back. Each stage is a posting whose key contains the
// transfer's ID, so a repeated stage changes nothing.
import { type Bucket, CHART } from './chart.ts';
import { contentHash } from './hash-entry.ts';
import type {
  EarningChange,
  EarningStatus,
  Entry,
  Heads,
  NewLine,
  Posting,
  PostingLine,
  Refusal,
} from './posting.ts';
import { MAX_KEY_LENGTH } from './posting-problem.ts';

export interface TransferSide {
  holder: string;
  lines?: { bucket: Bucket; amount: number; mayOwe?: boolean }[];
  earnings?: EarningChange[];
  /** Lines of the holder's statement. The source's lines are `pending` until the transfer ends. */
  statement?: NewLine[];
}

export interface Transfer {
  id: string;
  at: number;
  /** The highest heads that D1 has for both sides; a side that is behind its head refuses to move money. */
  heads?: Heads;
  currency: string;
  /** Cents, above zero: the source's claims fall by it and the destination's rise. */
  amount: number;
  source: TransferSide;
  destination: TransferSide;
}

/**
 * reserved: under way. settled: done. returned: the destination refused. refused: the source refused, and
 * nothing moved.
 */
export type SourceState = 'reserved' | 'settled' | 'returned' | 'refused';
export type DestinationState = 'posted' | 'refused';

export interface TransferOutcome<S = SourceState> {
  state: S;
  /** Why it was refused or returned. */
  refusal: Refusal | null;
  /** The heads of the journals that answered. */
  heads?: Heads;
}

/** The longest ID that leaves room for the name of a stage. */
const MAX_TRANSFER_ID = MAX_KEY_LENGTH - 20;

/**
 * What is wrong with a transfer as a whole; null when it is valid. Each ledger checks its own side's
 * postings.
 */
export function transferProblem(transfer: Transfer): string | null {
  const { id, amount, source, destination } = transfer;
  if (typeof id !== 'string' || id.length < 1 || id.length > MAX_TRANSFER_ID) return 'The ID is bad.';
  if (!Number.isSafeInteger(amount) || amount <= 0) return `${String(amount)} is no amount to transfer.`;
  if (source.holder === destination.holder) return 'A holder sends nothing to itself; that is a posting.';
  for (const line of source.lines ?? []) {
    const side = Object.hasOwn(CHART, line.bucket) ? CHART[line.bucket].side : 0;
    // Otherwise taking the reservation back could be impossible, because its money may have been used.
    if (side * line.amount >= 0) return `The source can only give; ${line.bucket} gets something.`;
  }
  for (const change of source.earnings ?? []) {
    const gives = change.do === 'reverse' || (change.do === 'create' && change.earning.status === 'paid');
    if (!gives) return 'The source can only take earnings back.';
  }
  return null;
}

/** The hash that two equal transfers share: it covers everything except their time and the known heads. */
export function transferHash({ at, heads, ...content }: Transfer): string {
  return contentHash(content);
}

export function reservePosting({ id, at, currency, amount, source }: Transfer): Posting {
  return {
    key: stageKey(id, 'reserve'),
    at,
    lines: [...linesOf(currency, source), { currency, bucket: 'reserved', amount }],
    earnings: source.earnings,
    statement: source.statement?.map((line) => ({ ...line, status: 'pending' })),
  };
}

export function receivePosting({ id, at, currency, amount, destination }: Transfer): Posting {
  return {
    key: stageKey(id, 'receive'),
    at,
    lines: [{ currency, bucket: 'received', amount }, ...linesOf(currency, destination)],
    earnings: destination.earnings,
    statement: destination.statement,
  };
}

/** @param reserved the entry of the reservation. */
export function settlePosting({ id, at, currency, amount, source }: Transfer, reserved: Entry): Posting {
  return {
    key: stageKey(id, 'settle'),
    at,
    lines: [
      { currency, bucket: 'reserved', amount: -amount },
      { currency, bucket: 'sent', amount },
    ],
    statuses: reserved.lines.map((line, index) => ({
      line: line.id,
      status: source.statement![index]!.status,
    })),
  };
}

/**
 * Takes the reservation back. Withdrawable and owed come back as one sum, which first pays off what is owed
 * by then.
 */
export function releasePosting({ id, at }: Transfer, reserved: Entry): Posting {
  const lines = new Map<string, PostingLine>();
  const back = (currency: string, bucket: Bucket, amount: number) => {
    const line = lines.get(`${currency} ${bucket}`) ?? { currency, bucket, amount: 0 };
    line.amount += amount;
    lines.set(`${currency} ${bucket}`, line);
  };
  for (const [currency, bucket, amount] of reserved.legs) {
    if (bucket === 'owed') back(currency, 'withdrawable', amount);
    else if (CHART[bucket].by !== 'earnings') back(currency, bucket, -amount);
  }
  const earnings = reserved.earnings.map((earning): EarningChange => {
    // A paid earning already changes the withdrawable bucket, so no line may do it again.
    if (earning.created) {
      if (earning.created.status === 'paid') back(earning.currency, 'withdrawable', earning.net);
      return { do: 'reverse', id: earning.id };
    }
    if (earning.was === 'paid') back(earning.currency, 'withdrawable', -earning.net);
    return { do: 'restore', id: earning.id, to: earning.was as EarningStatus };
  });
  return {
    key: stageKey(id, 'release'),
    at,
    lines: [...lines.values()].filter((line) => line.amount !== 0),
    earnings,
    statuses: reserved.lines.map((line) => ({ line: line.id, status: 'failed' })),
  };
}

export type TransferStage = 'reserve' | 'receive' | 'settle' | 'release';

const KEYS: Record<TransferStage, (id: string) => string> = {
  reserve: (id) => `transfer:${id}:reserve`,
  receive: (id) => `transfer:${id}:receive`,
  settle: (id) => `transfer:${id}:settle`,
  release: (id) => `transfer:${id}:release`,
};

export function stageKey(id: string, stage: TransferStage): string {
  return KEYS[stage](id);
}

/** The stage of a transfer that an entry's key names; null for the key of another kind of entry. */
export function transferStageOf(key: string): { id: string; stage: TransferStage } | null {
  const [, id, stage] = /^transfer:(.+):(reserve|receive|settle|release)$/s.exec(key) ?? [];
  return id === undefined ? null : { id, stage: stage as TransferStage };
}

function linesOf(currency: string, side: TransferSide): PostingLine[] {
  return (side.lines ?? []).map((line) => ({ ...line, currency }));
}
