import { AppError, rejected } from '../../../kit/error.ts';
import type { Refusal } from './posting.ts';

/**
 * A ledger's refusal as the caller's error. A refusal that only our own fault can cause becomes an internal
 * error.
 */
export function refusalError(refusal: Refusal): AppError | Error {
  switch (refusal.reason) {
    case 'insufficient_funds':
      return rejected('insufficient_funds', 'The balance does not cover this.');
    case 'earning_state':
    case 'earning_paying':
      return new AppError('conflict', 'The state of the earning does not allow it.');
    case 'key_reused':
      return new AppError('idempotency_conflict', 'This key was used for something else.');
    case 'ledger_behind':
      return new AppError('unavailable', 'This balance is being checked. Try again later.');
    default:
      return new Error(`the ledger refused: ${refusal.reason}: ${refusal.message}`);
  }
}
