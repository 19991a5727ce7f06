// Objects that tests create on an ad platform, and the error in which a call ends.
import { expect } from 'vitest';
import { AdError } from '../../../src/integrations/ads/error.ts';
import type { AdGoal, AdSetStep, CampaignStep, CreativeStep } from '../../../src/integrations/ads/steps.ts';
import * as clock from '../clock.ts';
import { PIXEL } from './meta.ts';

let keys = 0;
export const intent = () => ({ key: `key${++keys}abc` });
export const GOAL: AdGoal = {
  event: 'purchase',
  pixel: PIXEL,
  conversion: null,
  app: null,
  targetCost: null,
};
export const campaign = (more: Partial<CampaignStep> = {}): CampaignStep => ({
  kind: 'campaign',
  intent: intent(),
  name: 'Summer',
  objective: 'conversions',
  specialCategories: [],
  cap: 90_000,
  budget: null,
  goal: GOAL,
  countries: ['US', 'DE'],
  startsAt: clock.now(),
  endsAt: null,
  trackingTemplate: null,
  settings: {},
  ...more,
});
export const adSet = (of: string, more: Partial<AdSetStep> = {}): AdSetStep => ({
  kind: 'ad_set',
  intent: intent(),
  name: 'Set 1',
  campaign: of,
  objective: 'conversions',
  budget: { daily: 2500 },
  goal: GOAL,
  audience: { countries: ['US', 'DE'], ageMin: 18, ageMax: 50, gender: 'female', expand: false },
  startsAt: clock.now(),
  endsAt: null,
  settings: {},
  advertiser: 'Acme',
  ...more,
});
export const creative = (video: string, image: string): CreativeStep => ({
  kind: 'creative',
  intent: intent(),
  name: 'Creative',
  video,
  cover: { image },
  headline: 'Now',
  partner: null,
  brand: { name: 'Acme', logo: null },
  primaryText: 'Look',
  callToAction: 'shop_now',
  link: 'https://shop.example/',
  urlParameters: 'service_id=1',
});

/** The AdError in which a call ends. */
export async function errorOf(asked: Promise<unknown>): Promise<AdError> {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AdError);
  return error as AdError;
}
