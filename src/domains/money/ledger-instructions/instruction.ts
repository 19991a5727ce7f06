import type { Posting } from '../ledger/posting.ts';
import type { Transfer } from '../ledger/transfer.ts';

/** `orElse` replaces a transfer that its source or destination refused for good. */
export interface TransferInstruction {
  kind: 'transfer';
  transfer: Transfer;
  orElse?: Transfer;
}

/** With `mayRefuse` the posting may be refused because of the earning's state: it then never happens. */
export interface PostingInstruction {
  kind: 'posting';
  holder: string;
  posting: Posting;
  mayRefuse?: boolean;
}

export type Instruction = TransferInstruction | PostingInstruction;
