// What Meta is likely to want: see README.md for where each is from.
import type { AdAdvice } from '../ads/advice.ts';

export const META_ADVICE: readonly AdAdvice[] = [
  {
    path: '/connection',
    code: 'instagram_account',
    message: 'Meta is likely to want an Instagram account for ads on Instagram, and none is chosen.',
    fix: 'Choose an Instagram account on the page of the connection.',
    applies: ({ selection }) => selection !== null && selection.profileId === undefined,
  },
  {
    path: '/identity',
    code: 'unconfirmed_link',
    message: "Meta has not confirmed that ads made by a creator's ad code keep their link.",
    fix: 'Open the first ad in Ads Manager and follow its link before you raise the budget.',
    applies: ({ identity }) => identity === 'creator',
  },
  {
    path: '/audience/ageMin',
    code: 'age_hint',
    message: 'With audience expansion Meta takes ages above 25 as a suggestion.',
    fix: 'Turn audience expansion off if nobody younger may see the ads.',
    applies: ({ audience }) => audience.expand && audience.ageMin > 25,
  },
  {
    path: '/destination/value',
    code: 'skadnetwork',
    message: 'Ads for an iOS app are likely to need SKAdNetwork to be set up for the app at Meta.',
    fix: 'Check the app in Events Manager first.',
    applies: ({ objective, destination }) =>
      objective === 'app_promotion' && /apps\.apple\.com/.test(destination.value ?? ''),
  },
];
