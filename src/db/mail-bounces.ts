/** So many mails come back before an address gets none any more. */
export const MOST_BOUNCES = 2;

/** SQL for whether an address gets no mails because they came back. @param address SQL for the address. */
export const isStopped = (address: string): string =>
  `(SELECT COUNT(*) FROM mail_bounces mb WHERE mb.address = ${address}) >= ${MOST_BOUNCES}`;
