// A script of faults against a simulated ad platform: whatever goes wrong before, during and after each
// creation, the platform creates it once, and the simulator keeps answering.
import { expect } from 'vitest';
import { AdError } from '../../../src/integrations/ads/error.ts';
import type { AdSession } from '../../../src/integrations/ads/platform.ts';
import type { AdStepSpec } from '../../../src/integrations/ads/steps.ts';
import { randomOf } from '../random.ts';
import { type AdPlace, makerAt } from './ad-places.ts';
import { intent } from './ad-steps.ts';
import type { ScriptedAds } from './scripted-ads.ts';

/** Where the simulators store the result of each step. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  Meta: ['campaign', 'adset', 'video', 'creative', 'ad'],
  TikTok: ['campaign', 'adgroup', 'video', 'ad'],
  Google: ['campaign', 'adGroup', 'adGroupAd'],
  Snapchat: ['campaign', 'adsquad', 'media', 'creative', 'ad'],
};
/** Google's videos cannot be found by name, so a video whose answer was lost is created again. */
const NO_VIDEOS = 'Google';
const FAULTS = ['fail_before', 'fail_after', 'rate_limit', 'expire', 'slow_before', 'slow_after', null];
/** A slow answer, and how long its caller waits for it. */
const SLOW_MS = 60;
const PATIENCE_MS = 25;
const TRIES = 12;

interface Scripted {
  place: AdPlace;
  world: ScriptedAds;
  session: AdSession;
  random: () => number;
}

/**
 * Creates `things`, most of them with a fault before, in or after the request. @param seed the same one makes
 * the same script.
 * @returns how many requests the platform got. One process serves them all, because its end would delete what
 * was created.
 */
export async function runFaultScript(place: AdPlace, things: number, seed: number): Promise<number> {
  const world = await place.makeWorld();
  let requests = 0;
  const session = { ...(await world.session()), onAsk: () => void requests++ };
  const { aTop, aSet, anAd, own, film } = await makerAt(place, world, session);
  const others = [...own, ...(place.name === NO_VIDEOS ? [] : [film])];
  const before = await namesIn(place, world);
  const script: Scripted = { place, world, session, random: randomOf(seed) };
  const keys: string[] = [];
  let [top, set] = ['', ''];
  for (let n = 0; n < things; n++) {
    const other = n % 7 === 2 ? others[0] : n % 7 === 5 ? others.at(-1) : undefined;
    const step =
      top === '' || n % 7 === 0
        ? aTop()
        : set === '' || n % 7 === 1
          ? aSet(top)
          : other
            ? { ...other, intent: intent() }
            : anAd(set);
    const id = await settled(script, step);
    keys.push(step.intent.key);
    if (step.kind === 'campaign') [top, set] = [id, ''];
    if (step.kind === 'ad_set') set = id;
  }
  await world.sim('faults', { clear: true });
  const after = await namesIn(place, world);
  expect(after.length - before.length, `${place.name}: seed ${seed}`).toBe(things);
  for (const key of keys)
    expect(after.filter((name) => name.includes(`[${key}]`)).length, `${place.name}: ${key}`).toBe(1);
  return requests;
}

/** The platform's ID of what a step created, after as many tries as needed. */
async function settled({ place, world, session, random }: Scripted, step: AdStepSpec): Promise<string> {
  let unknown = false;
  for (let tries = 0; tries < TRIES; tries++) {
    const kind = tries < 3 ? FAULTS[Math.floor(random() * FAULTS.length)]! : null;
    const slow = kind?.startsWith('slow') ?? false;
    if (kind !== null) await world.fault(kind, 'POST', { ms: SLOW_MS });
    try {
      const at = slow ? { ...session, timeoutMs: PATIENCE_MS } : session;
      const found = unknown ? await place.platform.find(at, step) : null;
      return (found ?? (await place.platform.create(at, step))).id;
    } catch (error) {
      expect(error).toBeInstanceOf(AdError);
      const { kind: is, mayHaveHappened } = error as AdError;
      expect(['transient', 'rate_limited', 'auth_expired', 'unreadable']).toContain(is);
      unknown ||= mayHaveHappened;
      // The lists there do not show requests that are still under way.
      if (slow) await new Promise((resolve) => setTimeout(resolve, 2 * SLOW_MS));
    } finally {
      await world.sim('faults', { clear: true });
    }
  }
  throw new Error(`${place.name} never made ${step.kind}`);
}

async function namesIn({ name }: AdPlace, world: ScriptedAds): Promise<string[]> {
  const found: string[] = [];
  for (const kind of KINDS[name]!) {
    const { data } = (await world.sim('nodes', { kind })) as { data: Record<string, unknown>[] };
    for (const node of data) found.push(JSON.stringify(node));
  }
  return found;
}
