// Bodies of the staff's routes, for samples.ts.
const reason = { reason: 'Talked to both sides.' };

export const STAFF_BODIES = {
  resolvePayment: { outcome: 'creator', version: 1, ...reason },
  decideCharge: { outcome: 'refresh', ...reason },
  decideRefund: { outcome: 'leave', ...reason },
  retryLedgerSteps: reason,
  settleChargeback: reason,
  retryProcessorEvent: reason,
  replayDeadLetter: reason,
};
