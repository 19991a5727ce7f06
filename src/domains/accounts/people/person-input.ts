// What people fill in about themselves.
import * as z from 'zod';
import { Email, singleLine } from '../../../resource/fields.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './password-length.ts';

/** As it is compared and stored. */
export const Address = Email.transform((email) => email.toLowerCase());

export const NewPassword = z
  .string()
  .min(SHORTEST_PASSWORD, `Use at least ${SHORTEST_PASSWORD} characters.`)
  .max(LONGEST_PASSWORD, `Use at most ${LONGEST_PASSWORD} characters.`);

export const PersonName = singleLine(160);

/** What to begin with: an account of one's own, a creator's profile, or neither, for whoever was invited. */
export const PROFILES = ['brand', 'partner', 'creator', 'none'] as const;

export const SignUpInput = z
  .object({
    name: PersonName,
    email: Address,
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

export const SignInInput = z.object({ email: z.string().max(254), password: z.string().max(1_000) });
