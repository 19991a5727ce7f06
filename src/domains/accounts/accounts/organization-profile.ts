// The acting account in the words of the business API.
import * as z from 'zod';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { createdAt, ownId, singleLine, text, Version } from '../../../resource/fields.ts';
import { type Account, Account as AccountRecord } from './account.ts';

/** Texts that are not given are empty, as PATCH takes them. */
export const OrganizationProfile = z
  .object({
    id: ownId('account'),
    name: z.string().describe('Shown to creators and on invitations.'),
    slug: AccountRecord.shape.slug,
    publicDescription: z.string().describe('About the organization, in its own words.'),
    creatorRecruitmentHeadline: z.string().describe('One line to win creators with.'),
    creatorRecruitmentDescription: z.string().describe('What it is like to work with the organization.'),
    imageUrl: z
      .string()
      .describe(
        'Link to its picture, good for ten minutes. While a new picture is on its way, the URL that it comes from.',
      ),
    imageProblem: z
      .string()
      .nullable()
      .describe('Why the picture at the last URL could not be taken; null where nothing went wrong.'),
    version: Version,
    updatedAt: createdAt,
  })
  .meta({ id: 'OrganizationProfile' });
recordExample(OrganizationProfile, {
  id: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
  name: 'Fern and Field',
  slug: 'fern-and-field',
  publicDescription: 'Shoes for people who walk.',
  creatorRecruitmentHeadline: 'Walk with us.',
  creatorRecruitmentDescription: '',
  imageUrl: '',
  imageProblem: null,
  version: 1,
  updatedAt: '2026-08-10T09:30:00.000Z',
});

export type OrganizationProfile = z.output<typeof OrganizationProfile>;

export const OrganizationProfileUpdate = z.strictObject({
  name: singleLine(160)
    .optional()
    .describe("Shown to creators and on invitations. One that looks like the service's own is refused."),
  publicDescription: text(2000, 0)
    .optional()
    .describe('About the organization, in its own words. Empty for none.'),
  creatorRecruitmentHeadline: singleLine(160, 0)
    .optional()
    .describe('One line to win creators with. Empty for none.'),
  creatorRecruitmentDescription: text(2000, 0)
    .optional()
    .describe('What it is like to work with the organization. Empty for none.'),
  imageUrl: z
    .string()
    .max(2000)
    .optional()
    .describe(
      'A link of ours to a ready file with purpose profile_picture, or a public https URL that a PNG, JPEG or WebP of at most 20 MiB is fetched from, once and without redirects. Empty for no picture.',
    ),
});
bodyExample(OrganizationProfileUpdate, 'OrganizationProfileUpdate', {
  publicDescription: 'Shoes for people who walk.',
});

/** @param on a picture on its way, or one that could not be taken. */
export function presentProfile(
  account: Account,
  on: { url: string; problem: string | null } | null,
): OrganizationProfile {
  const { id, name, slug, description, recruitment, image, version, updatedAt } = account;
  return {
    id,
    name,
    slug,
    publicDescription: description ?? '',
    creatorRecruitmentHeadline: recruitment.headline ?? '',
    creatorRecruitmentDescription: recruitment.description ?? '',
    imageUrl: on && on.problem === null ? on.url : (image?.url ?? ''),
    imageProblem: on?.problem ?? null,
    version,
    updatedAt,
  };
}
