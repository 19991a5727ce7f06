import * as z from 'zod';
import { iso } from '../../../kit/time.ts';

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
});
export type Sender = z.output<typeof Sender>;

export function presentSender({ id, bar }: { id: string; bar: BarRow | null }): Sender {
  return { id, bar: bar && { by: bar.barredBy, reason: bar.reason, at: iso(bar.barredAt) } };
}
