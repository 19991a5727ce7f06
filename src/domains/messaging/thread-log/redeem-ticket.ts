import type { Opening } from './live-socket.ts';
import type { ThreadLog } from './thread-log.ts';

/** Whether a ticket opens a socket: each does once. */
export function redeemTicket(log: ThreadLog, ticket: NonNullable<Opening['ticket']>, now: number): boolean {
  if (ticket.until <= now) return false;
  log.sql.exec('DELETE FROM log_tickets WHERE until <= ?', now);
  const { name, until } = ticket;
  const taken = log.sql.exec('INSERT OR IGNORE INTO log_tickets VALUES (?, ?) RETURNING name', name, until);
  return taken.toArray().length > 0;
}
