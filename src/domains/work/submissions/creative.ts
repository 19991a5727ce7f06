// A submission in the words of the business API, for the brand that it was sent to.
import * as z from 'zod';
import { bodyExample, widerExample } from '../../../resource/example.ts';
import { text } from '../../../resource/fields.ts';
import { Submission, SubmissionUpdate } from './submission.ts';
import type { State } from './transitions.ts';

const CREATIVE_STATUSES = ['Approved', 'Live', 'Rejected', 'Review', 'Revision'] as const;

export const Creative = Submission.extend({
  status: z
    .enum(CREATIVE_STATUSES)
    .describe(
      '`Review` waits for the brand, `Revision` for the creator. `Approved` becomes `Live` once the URL of the post is known.',
    ),
  note: z.string().describe('What the brand says about the work as it is now; empty while it says nothing.'),
}).meta({ id: 'Creative' });
widerExample(Creative, Submission, { status: 'Review', note: '' });

export type Creative = z.output<typeof Creative>;

export const CreativeUpdate = z.strictObject({
  status: z
    .enum(CREATIVE_STATUSES)
    .optional()
    .describe(
      '`Approved` pays by the rules of the program; `Review` takes a decision back; `Revision` needs a note; `Live` needs a post whose URL is known.',
    ),
  note: text(2000, 0)
    .optional()
    .describe('What the brand says about the work. The creator reads it. Empty for nothing.'),
  tags: SubmissionUpdate.shape.tags,
});
bodyExample(CreativeUpdate, 'CreativeUpdate', { note: 'The logo comes too late.' });

type CreativeStatus = Creative['status'];

const inCapitals = (status: State) => (status[0]!.toUpperCase() + status.slice(1)) as CreativeStatus;

export const asState = (status: CreativeStatus) => status.toLowerCase() as State;

export function presentCreative(submission: Submission): Creative {
  return { ...submission, status: inCapitals(submission.status), note: submission.note ?? '' };
}
