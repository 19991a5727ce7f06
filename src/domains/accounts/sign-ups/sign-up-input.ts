import * as z from 'zod';
import { LowerCaseEmail, singleLine } from '../../../resource/fields.ts';
import { NewPassword } from '../people/new-password.ts';
import { PersonName } from '../people/person-name.ts';

/** What to start with: a brand or partner account, a creator profile, or neither for somebody who was invited. */
const PROFILES = ['brand', 'partner', 'creator', 'none'] as const;

export const SignUpInput = z
  .object({
    name: PersonName,
    email: LowerCaseEmail,
    password: NewPassword,
    profile: z.enum(PROFILES),
    /** The account's name, for a brand or a partner. */
    company: singleLine(160).optional(),
    /** The page to continue to. */
    to: z.string().max(2_048).optional(),
  })
  .refine(({ profile, company }) => company !== undefined || (profile !== 'brand' && profile !== 'partner'), {
    path: ['company'],
    message: 'Say what the account is called.',
  });
