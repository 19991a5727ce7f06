// Each ad platform as tests use it: its simulator, its differences from the others, and one of everything
// there.
import type { AdPlatform, AdSession } from '../../../src/integrations/ads/platform.ts';
import type { AdSetStep, AdStepSpec, CampaignStep } from '../../../src/integrations/ads/steps.ts';
import { googleAdapter } from '../../../src/integrations/google/adapter.ts';
import { metaAdapter } from '../../../src/integrations/meta/adapter.ts';
import { snapchatAdapter } from '../../../src/integrations/snapchat/adapter.ts';
import { tiktokAdapter } from '../../../src/integrations/tiktok/adapter.ts';
import { DAY_MS } from '../../../src/kit/time.ts';
import * as clock from '../clock.ts';
import { adSet, campaign, creative, GOAL, intent } from './ad-steps.ts';
import { googleWorld, PNG } from './google.ts';
import { metaWorld } from './meta.ts';
import type { ScriptedAds } from './scripted-ads.ts';
import { PIXEL as SNAPCHAT_PIXEL, snapchatWorld } from './snapchat.ts';
import { PIXEL as TIKTOK_PIXEL, tiktokWorld } from './tiktok.ts';

export interface AdPlace {
  name: string;
  platform: AdPlatform;
  makeWorld: () => Promise<ScriptedAds>;
  /** Its pixel in the simulator, if that differs from Meta's. */
  pixel?: string;
  /** Campaign fields in which it differs from the others. */
  top?: Partial<CampaignStep>;
  set?: Partial<AdSetStep>;
  /** Whether it leaves out empty fields, so that an empty object means that there is nothing. */
  sparse?: boolean;
}

const AUDIENCE = { countries: ['US', 'DE'], ageMin: 18, gender: 'female', expand: false } as const;

export const AD_PLACES: AdPlace[] = [
  { name: 'Meta', platform: metaAdapter, makeWorld: metaWorld },
  { name: 'TikTok', platform: tiktokAdapter, makeWorld: tiktokWorld, pixel: TIKTOK_PIXEL },
  {
    name: 'Google',
    platform: googleAdapter,
    makeWorld: () => longLived(googleWorld()),
    sparse: true,
    top: { budget: { daily: 2500 }, startsAt: clock.now() + 2 * DAY_MS },
    set: { budget: null, audience: { ...AUDIENCE, ageMax: 54 } },
  },
  {
    name: 'Snapchat',
    platform: snapchatAdapter,
    makeWorld: () => longLived(snapchatWorld()),
    pixel: SNAPCHAT_PIXEL,
    // A campaign in several countries needs one language there.
    set: { audience: { ...AUDIENCE, ageMax: 50, languages: ['en'] } },
  },
];

/** Its tokens expire within the hour, while tests let many days pass. */
async function longLived(made: Promise<ScriptedAds>): Promise<ScriptedAds> {
  const world = await made;
  await world.sim('settings', { tokenLives: 9 * DAY_MS });
  return world;
}

/** Creates objects there step by step, with content that ads can show. */
export async function makerAt(
  { platform, pixel, top, set }: AdPlace,
  world: ScriptedAds,
  session: AdSession,
) {
  const goal = pixel === undefined ? GOAL : { ...GOAL, pixel };
  const make = async (step: AdStepSpec) => (await platform.create(session, step)).id;
  const film: AdStepSpec = { kind: 'video', intent: intent(), name: 'V', url: world.file(1000) };
  const still: AdStepSpec = { kind: 'image', intent: intent(), name: 'I', bytes: PNG };
  const [video, image] = [await make(film), await make(still)];
  await world.sim('clock', { advance: 60_000 });
  const content = { ...creative(video, image), brand: { name: 'Acme', logo: image } };
  const shown = platform.capabilities.creatives === 'own' ? await make(content) : content;
  const aTop = () => campaign({ goal, ...top });
  const aSet = (of: string) => adSet(of, { goal, ...set });
  const anAd = (of: string): AdStepSpec => ({
    kind: 'ad',
    intent: intent(),
    name: 'Ad',
    adSet: of,
    creative: shown,
  });
  /** A campaign with a running ad. */
  const whole = async () => {
    const campaign = await make(aTop());
    const set = await make(aSet(campaign));
    const ad = await make(anAd(set));
    for (const [kind, id] of Object.entries({ campaign, ad_set: set, ad }))
      await platform.setRunning(session, kind as 'campaign', id, 'active');
    return { campaign, set, ad };
  };
  const own = platform.capabilities.creatives === 'own' ? [content] : [];
  return { film, still, own, video, image, aTop, aSet, anAd, whole };
}
