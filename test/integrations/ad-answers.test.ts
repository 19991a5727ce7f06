// Whatever is wrong with a platform's answer, nothing of it is used, and nothing of its words gets further than the adapter.
import { afterAll, describe, expect, it, vi } from 'vitest';
import { AdError } from '../../src/integrations/ads/error.ts';
import type { AdPlatform, AdSession } from '../../src/integrations/ads/platform.ts';
import type { AdSetStep, AdStepSpec, CampaignStep } from '../../src/integrations/ads/steps.ts';
import { googleAdapter } from '../../src/integrations/google/adapter.ts';
import { metaAdapter } from '../../src/integrations/meta/adapter.ts';
import { snapchatAdapter } from '../../src/integrations/snapchat/adapter.ts';
import { tiktokAdapter } from '../../src/integrations/tiktok/adapter.ts';
import { DAY_MS, day } from '../../src/kit/time.ts';
import { adSet, campaign, creative, errorOf, GOAL, intent } from '../harness/ad-steps.ts';
import * as clock from '../harness/clock.ts';
import { googleWorld, PNG } from '../harness/google.ts';
import { metaWorld } from '../harness/meta.ts';
import { damaged, MARK, type Recorded, recorded, replayed } from '../harness/recorded-fetch.ts';
import type { ScriptedAds } from '../harness/scripted-ads.ts';
import { PIXEL as SNAPCHAT_PIXEL, snapchatWorld } from '../harness/snapchat.ts';
import { PIXEL, tiktokWorld } from '../harness/tiktok.ts';

interface Case {
  name: string;
  platform: AdPlatform;
  makeWorld: () => Promise<ScriptedAds>;
  /** Its pixel in the simulator, where that is not Meta's. */
  pixel?: string;
  /** What it takes otherwise than others. */
  top?: Partial<CampaignStep>;
  set?: Partial<AdSetStep>;
  /** Whether it leaves out what is empty, so that an empty object says that there is nothing. */
  sparse?: boolean;
}

const AUDIENCE = { countries: ['US', 'DE'], ageMin: 18, gender: 'female', expand: false } as const;

const PLATFORMS: Case[] = [
  { name: 'Meta', platform: metaAdapter, makeWorld: metaWorld },
  { name: 'TikTok', platform: tiktokAdapter, makeWorld: tiktokWorld, pixel: PIXEL },
  {
    ...{ name: 'Google', platform: googleAdapter, makeWorld: () => longLived(googleWorld()), sparse: true },
    top: { budget: { daily: 2500 }, startsAt: clock.now() + 2 * DAY_MS },
    set: { budget: null, audience: { ...AUDIENCE, ageMax: 54 } },
  },
  {
    ...{ name: 'Snapchat', platform: snapchatAdapter, makeWorld: () => longLived(snapchatWorld()) },
    pixel: SNAPCHAT_PIXEL,
  },
];

/** Its tokens end within the hour, and the days that pass here are many. */
async function longLived(made: Promise<ScriptedAds>): Promise<ScriptedAds> {
  const world = await made;
  await world.sim('settings', { tokenLives: 9 * DAY_MS });
  return world;
}

afterAll(() => void vi.unstubAllGlobals());

const html = (status: number) => new Response(`<html>${MARK}</html>`, { status });
/** No answers at all. */
const BROKEN: [string, (text: string) => Response][] = [
  ['HTML', () => html(200)],
  ['a page of an error', () => html(400)],
  ['a redirect', () => new Response('{}', { status: 302, headers: { Location: 'https://evil.example/' } })],
  ['nothing', () => new Response('')],
  ['null', () => new Response('null')],
  ['a list', () => new Response('[]')],
  ['an empty object', () => new Response('{}')],
  ['half of it', (text) => new Response(text.slice(0, -2))],
];

function expectDiscreet(error: unknown, session: AdSession, what: string): void {
  expect(error, what).toBeInstanceOf(AdError);
  const { message, details, headers, stack } = error as AdError;
  const told = JSON.stringify([message, details, headers, stack]);
  expect(told, what).not.toContain(MARK);
  expect(told, what).not.toContain(session.token);
}

describe.each(PLATFORMS)('an answer of $name', ({ platform, makeWorld, pixel, sparse, ...like }) => {
  async function scene() {
    const world = await makeWorld();
    const session = await world.session();
    const goal = pixel === undefined ? GOAL : { ...GOAL, pixel };
    const make = async (step: AdStepSpec) => (await platform.create(session, step)).id;
    const aTop = () => campaign({ goal, ...like.top });
    const aSet = (of: string) => adSet(of, { goal, ...like.set });
    const top = await make(aTop());
    const set = await make(aSet(top));
    const film: AdStepSpec = { kind: 'video', intent: intent(), name: 'V', url: world.file(1000) };
    const still: AdStepSpec = { kind: 'image', intent: intent(), name: 'I', bytes: PNG };
    const [video, image] = [await make(film), await make(still)];
    await world.sim('clock', { advance: 60_000 });
    const content = { ...creative(video, image), brand: { name: 'Acme', logo: image } };
    const shown = platform.capabilities.creatives === 'own' ? await make(content) : content;
    const ad = (): AdStepSpec => ({ kind: 'ad', intent: intent(), name: 'Ad', adSet: set, creative: shown });
    const one = await make(ad());
    for (const [kind, id] of [
      ['campaign', top],
      ['ad_set', set],
      ['ad', one],
    ] as const)
      await platform.setRunning(session, kind, id, 'active');
    await world.sim('clock', { advance: DAY_MS });
    return { session, aTop, aSet, top, video, ad, film, still };
  }

  it('that is wrong in any place is refused in our words, or what it lacks was not needed', async () => {
    const { session, top, video } = await scene();
    const range = { since: day(clock.now() - DAY_MS), until: day(clock.now() + 2 * DAY_MS), next: null };
    const reads: [string, () => Promise<unknown>][] = [
      ['setup', () => platform.setup(session, session.selection)],
      ['the floor', () => platform.budgetFloor(session)],
      ['the state', () => platform.state(session, [top])],
      ['a video', () => platform.videoState(session, video)],
      ['days', () => platform.days(session, range)],
    ];
    if (platform.capabilities.interests)
      reads.push(['interests', () => platform.interests(session, 'running', null)]);
    if (platform.capabilities.audiences) reads.push(['audiences', () => platform.audiences(session, null)]);
    for (const [name, read] of reads) {
      const { answers } = await recorded(read);
      for (const [at, { text }] of answers.entries()) {
        for (const [what, broken] of BROKEN) {
          if (sparse && what === 'an empty object') continue;
          const error = await errorOf(replayed(answers, { at, by: () => broken(text) }, read));
          expectDiscreet(error, session, `${name}: ${what}`);
          expect([error.kind, error.status, error.mayHaveHappened], `${name}: ${what}`).toEqual([
            ...['unreadable', 502, false],
          ]);
        }
        for (const { what, text: wrong } of damaged(text, 12)) {
          const by = () => new Response(wrong);
          const error = await replayed(answers, { at, by }, read).then(
            () => null,
            (thrown: unknown) => thrown,
          );
          if (error !== null) expectDiscreet(error, session, `${name}: ${what}`);
        }
      }
    }
  });

  it('to something that is made is unreadable, and it may be there all the same', async () => {
    const { session, aTop, aSet, top, ad, film, still } = await scene();
    const steps = [aTop(), aSet(top), film, still, ad()];
    for (const step of steps) {
      const create = () => platform.create(session, { ...step, intent: intent() });
      const { answers } = await recorded(create);
      const at = answers.findLastIndex(({ method }: Recorded) => method === 'POST');
      for (const [what, broken] of BROKEN) {
        const by = () => broken(answers[at]!.text);
        const error = await errorOf(replayed(answers, { at, by }, create));
        expectDiscreet(error, session, `${step.kind}: ${what}`);
        expect([error.kind, error.mayHaveHappened], `${step.kind}: ${what}`).toEqual(['unreadable', true]);
      }
      for (const { what, text } of damaged(answers[at]!.text, 8)) {
        const by = () => new Response(text);
        const error = await replayed(answers, { at, by }, create).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        if (error !== null) expectDiscreet(error, session, `${step.kind}: ${what}`);
      }
    }
  });

  it('that never comes, breaks off or never ends is not waited for', async () => {
    const { session, top, aTop } = await scene();
    const silent = () => new Promise<Response>(() => {});
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', async (_input: unknown, { signal }: RequestInit) => {
      const over = new Promise<never>((_done, failed) => {
        signal!.addEventListener('abort', () => failed(signal!.reason as Error));
      });
      return await Promise.race([silent(), over]);
    });
    const late = await errorOf(platform.state({ ...session, timeoutMs: 50 }, [top]));
    expect([late.kind, late.mayHaveHappened]).toEqual(['transient', false]);
    vi.stubGlobal('fetch', async () => {
      const start = (stream: ReadableStreamDefaultController) => {
        stream.enqueue(new TextEncoder().encode('{"code":'));
        stream.error(new Error(MARK));
      };
      return new Response(new ReadableStream({ start }));
    });
    const cut = await errorOf(platform.state(session, [top]));
    expectDiscreet(cut, session, 'cut');
    expect(cut.kind).toBe('transient');
    vi.stubGlobal('fetch', async () => new Response(`{"code":0,"data":[${' '.repeat(9 * 1024 * 1024)}]}`));
    const huge = await errorOf(platform.create(session, aTop()));
    expect([huge.kind, huge.mayHaveHappened]).toEqual(['unreadable', true]);
    vi.stubGlobal('fetch', real);
  });
});
