// What a review says of a round: comments on its moments, and who decided.
import * as z from 'zod';
import { id, text } from '../../../resource/fields.ts';

export const MOST_COMMENTS = 50;
export const Comment = z.object({
  at: z
    .int()
    .min(0)
    .max(86_400_000)
    .nullable()
    .describe('The moment of the video, in milliseconds from its beginning; null for all of it.'),
  text: text(1000).describe('What is to be changed there.'),
});
export type Comment = z.output<typeof Comment>;

export const decidedBy = z
  .object({
    account: id('account').describe(
      "The brand, or the partner that acted for it. To a creator always the program's account.",
    ),
    person: z
      .object({ id: id('person'), name: z.string() })
      .nullable()
      .describe(
        'The person, to readers of the same account; null to all others, and for what a key or an app decided.',
      ),
  })
  .nullable();

export interface Decider {
  account: string;
  /** Null for a key or an app. */
  person: string | null;
}
