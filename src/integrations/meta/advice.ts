// Meta's recommendations. README.md names the sources.
import type { AdAdvice } from '../ads/advice.ts';
import { OLDEST, OLDEST_FIRST_AGE } from './words.ts';

export const META_ADVICE: readonly AdAdvice[] = [
  {
    path: '/connection',
    code: 'instagram_account',
    message: 'Meta may require an Instagram account for ads on Instagram, and none is selected.',
    fix: 'Select an Instagram account in the connection.',
    applies: ({ selection }) => selection !== null && selection.profileId === undefined,
  },
  {
    path: '/identity',
    code: 'unconfirmed_link',
    message: "Meta has not confirmed that ads with a creator's ad code keep their link.",
    fix: 'Open the first ad in Ads Manager and follow its link before you raise the budget.',
    applies: ({ identity }) => identity === 'creator',
  },
  {
    path: '/audience/ageMin',
    code: 'age_hint',
    message: 'With audience expansion, Meta treats ages above 25 as a suggestion.',
    fix: 'Turn off audience expansion if nobody younger may see the ads.',
    applies: ({ audience }) => audience.expand && audience.ageMin > OLDEST_FIRST_AGE,
  },
  {
    path: '/audience/ageMax',
    code: 'age_hint',
    message: 'With audience expansion, Meta treats the maximum age as a suggestion.',
    fix: 'Turn off audience expansion if nobody older may see the ads.',
    applies: ({ audience }) => audience.expand && audience.ageMax < OLDEST,
  },
  {
    path: '/audience/countries',
    code: 'brazil_identities',
    message: 'Meta may require a verified beneficiary and payer for ads in Brazil.',
    fix: 'If Meta rejects the campaign, remove Brazil or set it up in Ads Manager.',
    applies: ({ audience }) => audience.countries.includes('BR'),
  },
  {
    path: '/destination/value',
    code: 'skadnetwork',
    message: 'Meta may require SKAdNetwork for ads of an iOS app.',
    fix: 'Check the app in Events Manager before you publish.',
    applies: ({ objective, destination }) =>
      objective === 'app_promotion' && /apps\.apple\.com/.test(destination.value ?? ''),
  },
];
