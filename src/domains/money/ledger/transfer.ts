// Money between two holders. The source sets it aside, the destination takes it or refuses it for good, and the
// source lets it go or takes it back. Each stage is a posting under a key made of the transfer's ID, so that a stage
// that comes twice changes nothing.
import { type Bucket, CHART } from './chart.ts';
import { MAX_KEY_LENGTH } from './check-posting.ts';
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

export interface TransferSide {
  holder: string;
  lines?: { bucket: Bucket; amount: number; mayOwe?: boolean }[];
  earnings?: EarningChange[];
  /** Lines of the holder's statement. The source's are `pending` until the transfer ends. */
  statement?: NewLine[];
}

export interface Transfer {
  id: string;
  at: number;
  /** The highest heads that D1 knows of both sides, which move nothing when they are behind them. */
  heads?: Heads;
  currency: string;
  /** Cents, above zero: the source's claims go down by it and the destination's go up. */
  amount: number;
  source: TransferSide;
  destination: TransferSide;
}

/** reserved: under way. settled: done. returned: the destination refused. refused: the source did, nothing moved. */
export type SourceState = 'reserved' | 'settled' | 'returned' | 'refused';
export type DestinationState = 'posted' | 'refused';

export interface TransferOutcome<S = SourceState> {
  state: S;
  /** Why it was refused or returned. */
  refusal: Refusal | null;
  /** Where the journals are that the answer comes from. */
  heads?: Heads;
}

/** The longest ID that still leaves room for the name of a stage. */
const MAX_TRANSFER_ID = MAX_KEY_LENGTH - 20;

/** What is wrong with a transfer as a whole; null when nothing is. Each side's postings are judged where they land. */
export function transferProblem(transfer: Transfer): string | null {
  const { id, amount, source, destination } = transfer;
  if (typeof id !== 'string' || id.length < 1 || id.length > MAX_TRANSFER_ID) return 'The ID is bad.';
  if (!Number.isSafeInteger(amount) || amount <= 0) return `${String(amount)} is no amount to transfer.`;
  if (source.holder === destination.holder) return 'A holder sends nothing to itself; that is a posting.';
  for (const line of source.lines ?? []) {
    const side = Object.hasOwn(CHART, line.bucket) ? CHART[line.bucket].side : 0;
    // Else taking it back could be impossible: somebody may have used what the reservation gave.
    if (side * line.amount >= 0) return `The source can only give; ${line.bucket} gets something.`;
  }
  for (const change of source.earnings ?? []) {
    const gives = change.do === 'reverse' || (change.do === 'create' && change.earning.status === 'paid');
    if (!gives) return 'The source can only take earnings back.';
  }
  return null;
}

/** What makes two transfers the same: all but their time and what was known of the ledgers. */
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

/** Takes the reservation back. What was withdrawable or owed comes back as one, and pays what is owed by now first. */
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
    // A paid earning moves what is withdrawable by itself, so no line may do it again.
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

/** The stage of a transfer that an entry's key names; null for any other entry's. */
export function transferStageOf(key: string): { id: string; stage: TransferStage } | null {
  const [, id, stage] = /^transfer:(.+):(reserve|receive|settle|release)$/s.exec(key) ?? [];
  return id === undefined ? null : { id, stage: stage as TransferStage };
}

function linesOf(currency: string, side: TransferSide): PostingLine[] {
  return (side.lines ?? []).map((line) => ({ ...line, currency }));
}
