import * as z from 'zod';
import { LowerCaseEmail, singleLine } from '../../../resource/fields.ts';
import { NewPassword } from '../people/new-password.ts';
import { PersonName } from '../people/person-name.ts';

/** What to begin with: an account of one's own, a creator's profile, or neither, for whoever was invited. */
const PROFILES = ['brand', 'partner', 'creator', 'none'] as const;

export const SignUpInput = z
  .object({
    name: PersonName,
    email: LowerCaseEmail,
    password: NewPassword,
    profile: z.enum(PROFILES),
    /** The account's name, for a brand or partner. */
    company: singleLine(160).optional(),
    /** The page to go on with. */
    to: z.string().max(2_048).optional(),
  })
  .refine(({ profile, company }) => company !== undefined || (profile !== 'brand' && profile !== 'partner'), {
    path: ['company'],
    message: 'Say what the account is called.',
  });
