import * as z from 'zod';
import { iso } from '../../../kit/time.ts';
import { Erasure, type ErasureRow, presentErasure } from './erasure.ts';

export interface BarRow {
  side: string;
  barredBy: string;
  reason: string;
  barredAt: number;
}

/** What the staff decided about an account or a creator as a sender of messages. */
export const Sender = z.object({
  id: z.string().describe('The account or the creator.'),
  bar: z
    .object({ by: z.string().describe('The staff member.'), reason: z.string(), at: z.string() })
    .nullable()
    .describe('Set while it may not send messages.'),
  erasure: Erasure.nullable().describe('The last erasure of what it wrote.'),
});
export type Sender = z.output<typeof Sender>;

export interface KnownSender {
  id: string;
  bar: BarRow | null;
  erasure: ErasureRow | null;
}

export function presentSender({ id, bar, erasure }: KnownSender): Sender {
  return {
    id,
    bar: bar && { by: bar.barredBy, reason: bar.reason, at: iso(bar.barredAt) },
    erasure: erasure && presentErasure(erasure),
  };
}
