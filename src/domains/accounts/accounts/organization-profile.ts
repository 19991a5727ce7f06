// The acting account in the words of the business API.
import * as z from 'zod';
import { recordExample } from '../../../resource/example.ts';
import { createdAt, ownId, Version } from '../../../resource/fields.ts';
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
    imageUrl: z.string().describe('Link to its picture, good for ten minutes.'),
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
  version: 1,
  updatedAt: '2026-08-10T09:30:00.000Z',
});

export type OrganizationProfile = z.output<typeof OrganizationProfile>;

export function presentProfile(account: Account): OrganizationProfile {
  const { id, name, slug, description, recruitment, image, version, updatedAt } = account;
  return {
    id,
    name,
    slug,
    publicDescription: description ?? '',
    creatorRecruitmentHeadline: recruitment.headline ?? '',
    creatorRecruitmentDescription: recruitment.description ?? '',
    imageUrl: image?.url ?? '',
    version,
    updatedAt,
  };
}
