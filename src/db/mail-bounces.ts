/** So many mails come back before an address gets none any more. */
const MOST_BOUNCES = 2;

/** SQL for whether an address gets no mails because they came back. @param address SQL for the address. */
export const isStopped = (address: string): string =>
  `(SELECT COUNT(*) FROM mail_bounces mb WHERE mb.address = ${address} AND mb.proved_at IS NULL) >= ${MOST_BOUNCES}`;
