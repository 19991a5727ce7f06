// Google's recommendations. README.md names the sources.
import type { AdAdvice } from '../ads/advice.ts';

export const GOOGLE_ADVICE: readonly AdAdvice[] = [
  {
    path: '/settings/connectedTv',
    code: 'unconfirmed_device',
    message: 'Google has not confirmed that Demand Gen campaigns can exclude connected TVs.',
    fix: "Check the campaign's devices in Google Ads before you publish.",
    applies: ({ objective, settings }) => objective !== 'app_promotion' && settings.connectedTv === false,
  },
  {
    path: '/ad/headline',
    code: 'second_headline',
    message: 'Google may require two headlines for an app ad. This campaign has one.',
    fix: 'If Google rejects the ad, add a second headline in Google Ads.',
    applies: ({ objective }) => objective === 'app_promotion',
  },
];
