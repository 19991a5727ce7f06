import * as z from 'zod';

/** A related person or account: an owner of an account, or an account of a person. */
const Related = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string().nullable(),
  as: z.enum(['owner', 'admin', 'member', 'creator']).describe('creator: whose creator profile it is.'),
});

/** An account, a creator or a person, with their email addresses. */
export const DirectoryEntry = z.object({
  type: z.enum(['brand', 'partner', 'creator', 'person']),
  id: z.string(),
  name: z.string(),
  handle: z.string().nullable().describe("A creator's."),
  address: z.string().nullable().describe('The email address in the record.'),
  phone: z.string().nullable(),
  ended: z.boolean().describe('Whether an account has ended.'),
  related: z
    .array(Related)
    .describe(
      'The owners of an account, the person who claimed the profile of a creator, or the accounts and creator profiles of a person; ten of each at most.',
    ),
});

export type DirectoryEntry = z.output<typeof DirectoryEntry>;

export const Directory = z.object({
  entries: z.array(DirectoryEntry),
  more: z.boolean().describe('Whether there are more accounts, creators or people than are answered.'),
});

export type Directory = z.output<typeof Directory>;
