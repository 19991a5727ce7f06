import * as z from 'zod';
import { iso } from '../../../kit/time.ts';
import type { ProcessorEvent as Row } from './store.ts';

/** The staff's view of an event. */
export const ProcessorEvent = z.object({
  id: z.string().describe("The processor's."),
  type: z.string(),
  account: z.string().nullable().describe('The connected account; null for our own.'),
  object: z.string(),
  status: z.enum(['open', 'done', 'ignored', 'failed']),
  attempts: z.int(),
  error: z.string().nullable(),
  receivedAt: z.string(),
});

export type ProcessorEvent = z.output<typeof ProcessorEvent>;

export function presentEvent(row: Row): ProcessorEvent {
  const { id, type, account, objectId, status, attempts, error, receivedAt } = row;
  return { id, type, account, object: objectId, status, attempts, error, receivedAt: iso(receivedAt) };
}
