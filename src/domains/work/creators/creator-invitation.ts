// What an account knows of its invitation to a creator, and when it may send it again.
import * as z from 'zod';
import { isoOrNull } from '../../../kit/time.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { ownId } from '../../../resource/fields.ts';
import { RESEND_REFUSALS, resendRefusal } from '../../accounts/mails/interface.ts';
import type { OwnInvitation } from '../creator-consent/interface.ts';

export const CreatorInvitation = z
  .object({
    creator: ownId('creator'),
    sentCount: z.int().describe('How often you sent it to this address.'),
    lastSentAt: z.string().nullable().describe('RFC 3339, UTC; null before the first.'),
    scheduledAt: z
      .string()
      .nullable()
      .describe('When the next one goes out by itself; null when none is waiting.'),
    refusal: z
      .enum(RESEND_REFUSALS)
      .nullable()
      .describe(
        'Why you cannot resend it now: you resent it twice in 7 days, sent two within a day, sent as many invitations as an account may in a day, or the last one came back. Null when you can.',
      ),
    resendAt: z
      .string()
      .nullable()
      .describe('From when on you can resend it again; null when you can, or when it is not known.'),
  })
  .meta({ id: 'CreatorInvitation' });
recordExample(CreatorInvitation, {
  creator: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  sentCount: 1,
  lastSentAt: '2026-08-10T09:30:00.000Z',
  scheduledAt: null,
  refusal: null,
  resendAt: null,
});
export type CreatorInvitation = z.output<typeof CreatorInvitation>;

export const InvitationResend = z.strictObject({
  sentCount: z
    .int()
    .min(0)
    .optional()
    .describe('The count that you saw. The request is refused if it was sent again since.'),
});
bodyExample(InvitationResend, 'InvitationResend', { sentCount: 0 });

export function presentInvitation(creator: string, found: OwnInvitation, now: number): CreatorInvitation {
  const refused = resendRefusal(found, now);
  return {
    creator,
    sentCount: found.times,
    lastSentAt: isoOrNull(found.lastAt),
    // One that follows another within a week is dropped, so only the first is promised.
    scheduledAt: found.times === 0 ? isoOrNull(found.dueAt) : null,
    refusal: refused?.refusal ?? null,
    resendAt: isoOrNull(refused?.until ?? null),
  };
}
