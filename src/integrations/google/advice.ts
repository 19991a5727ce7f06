// What Google is likely to want: see README.md for where each is from.
import type { AdAdvice } from '../ads/advice.ts';

export const GOOGLE_ADVICE: readonly AdAdvice[] = [
  {
    path: '/settings/connectedTv',
    code: 'unconfirmed_device',
    message: 'Google has not confirmed that Demand Gen campaigns can leave connected TVs out.',
    fix: "Check the campaign's devices in Google Ads before you launch it.",
    applies: ({ objective, settings }) => objective !== 'app_promotion' && settings.connectedTv === false,
  },
  {
    path: '/ad/headline',
    code: 'second_headline',
    message: 'Google may want two headlines for an app ad; campaigns here have one.',
    fix: 'If Google refuses the ad, add a second headline to it in Google Ads.',
    applies: ({ objective }) => objective === 'app_promotion',
  },
];
