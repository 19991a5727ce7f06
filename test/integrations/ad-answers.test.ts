// A faulty answer of a platform is not used at all, and none of its words get beyond the adapter.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AdError } from '../../src/integrations/ads/error.ts';
import type { AdSession } from '../../src/integrations/ads/platform.ts';
import { DAY_MS, day } from '../../src/kit/time.ts';
import { AD_PLACES, makerAt } from '../harness/ads/ad-places.ts';
import { errorOf, intent } from '../harness/ads/ad-steps.ts';
import { damaged, MARK, type Recorded, recorded, replayed } from '../harness/ads/recorded-fetch.ts';
import { redirectOf } from '../harness/ads/scripted-ads.ts';
import * as clock from '../harness/clock.ts';
import { portion } from '../harness/vitest/portion.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const html = (status: number) => new Response(`<html>${MARK}</html>`, { status });
/** Responses that are not valid answers. */
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

function expectDiscreet(
  error: unknown,
  { token }: Pick<AdSession, 'token'>,
  what: string,
  also: string[] = [],
): void {
  expect(error, what).toBeInstanceOf(AdError);
  const { message, details, headers, stack } = error as AdError;
  const told = JSON.stringify([message, details, headers, stack]);
  expect(told, what).not.toContain(MARK);
  for (const secret of [token, ...also]) expect(told, what).not.toContain(secret);
}

describe.each(AD_PLACES)('an answer of $name', (place) => {
  const { platform, sparse } = place;
  async function scene() {
    const world = await place.makeWorld();
    const session = await world.session();
    const made = await makerAt(place, world, session);
    const { campaign: top, set, ad: one } = await made.whole();
    await world.sim('clock', { advance: DAY_MS });
    return { ...made, world, session, top, set, one, ad: () => made.anAd(set) };
  }

  it('that is wrong in any place is refused in our words, or what it lacks was not needed', async () => {
    const { world, session, top, video, aTop, aSet, film, still, ad } = await scene();
    const range = { since: day(clock.now() - DAY_MS), until: day(clock.now() + 2 * DAY_MS), next: null };
    const reads: [string, () => Promise<unknown>][] = [
      ['setup', () => platform.setup(session, session.selection)],
      ['the floor', () => platform.budgetFloor(session)],
      ['the state', () => platform.state(session, [top])],
      ['a video', () => platform.videoState(session, video)],
      ['days', () => platform.days(session, range)],
    ];
    for (const step of [aTop(), aSet(top), film, still, ad()])
      reads.push([`finding ${step.kind}`, () => platform.find(session, step)]);
    if (platform.capabilities.interests)
      reads.push(['interests', () => platform.interests(session, 'running', null)]);
    if (platform.capabilities.audiences) reads.push(['audiences', () => platform.audiences(session, null)]);
    for (const [path, list] of Object.entries(platform.choices))
      reads.push([`what ${path} is picked from`, () => list(session, 'conversions')]);
    const code = '#permitted=';
    if (platform.readPermission) {
      await world.sim('posts', { [platform.capabilities.name === 'Meta' ? 'ad_code' : 'auth_code']: code });
      await platform.readPermission(session, { code });
      reads.push(['a permission', () => platform.readPermission!(session, { code })]);
    }
    for (const [name, read] of reads) {
      const { answers } = await recorded(read);
      for (const [at, { text }] of answers.entries()) {
        for (const [what, broken] of portion(BROKEN, 2)) {
          // An ad account may lack a business, by which permissions are looked up.
          if ((sparse || name === 'a permission') && what === 'an empty object') continue;
          const error = await errorOf(replayed(answers, { at, by: () => broken(text) }, read));
          expectDiscreet(error, session, `${name}: ${what}`, [code]);
          expect([error.kind, error.status, error.mayHaveHappened], `${name}: ${what}`).toEqual([
            ...['unreadable', 502, false],
          ]);
        }
        for (const { what, text: wrong } of damaged(text, 5)) {
          const by = () => new Response(wrong);
          const error = await replayed(answers, { at, by }, read).then(
            () => null,
            (thrown: unknown) => thrown,
          );
          if (error !== null) expectDiscreet(error, session, `${name}: ${what}`, [code]);
        }
      }
    }
  });

  it('to a sign-in is refused in our words, and shows no code and no token', async () => {
    const { world, session } = await scene();
    const { site } = session;
    const redirectUri = redirectOf(world.provider);
    const back = await world.consent(platform.authorizeUrl(site, { state: 'st', redirectUri }));
    const code = back.searchParams.get('code')!;
    const now = clock.now();
    const exchange = () => platform.exchangeCode(site, { code, redirectUri, now });
    const signedIn = await recorded(exchange);
    const { token, refreshToken } = signedIn.result;
    const also = [code, token, ...(refreshToken === null ? [] : [refreshToken])];
    const asked: [string, readonly Recorded[], () => Promise<unknown>][] = [
      ['a code', signedIn.answers, exchange],
    ];
    if (platform.renew && refreshToken !== null) {
      const renew = () => platform.renew!(site, refreshToken, now);
      const renewed = await recorded(renew);
      also.push(renewed.result.token);
      asked.push(['a renewal', renewed.answers, renew]);
    }
    const revoke = () => platform.revoke(site, { token, refreshToken });
    asked.push(['an end', (await recorded(revoke)).answers, revoke]);
    for (const [name, answers, ask] of asked)
      for (const [at, { text }] of answers.entries()) {
        const wrong = damaged(text === '' ? '{}' : text, 5).map(
          (one) => [one.what, () => new Response(one.text)] as const,
        );
        const broken = portion(BROKEN, 2).map(([what, by]) => [what, () => by(text)] as const);
        for (const [what, by] of [...broken, ...wrong]) {
          const came = await replayed(answers, { at, by }, ask).then(
            (result) => ({ result, error: null }),
            (error: unknown) => ({ result: null, error }),
          );
          if (came.error !== null) expectDiscreet(came.error, session, `${name}: ${what}`, also);
          // Everything that is kept is what the platform said, and of the right type.
          const kept = (came.result as { token?: unknown } | null)?.token;
          expect([undefined, token, also.at(-1)], `${name}: ${what}`).toContain(kept);
        }
      }
  });

  it('to something that is made or changed is unreadable, and it may have happened all the same', async () => {
    const { session, aTop, aSet, top, set, one, ad, film, still, own } = await scene();
    const steps = [aTop(), aSet(top), film, still, ...own, ad()];
    const writes: [string, () => Promise<unknown>][] = [
      ...steps.map((step): (typeof writes)[number] => [
        step.kind,
        () => platform.create(session, { ...step, intent: intent() }),
      ]),
      ...Object.entries({ campaign: top, ad_set: set, ad: one }).map(
        ([kind, id]): (typeof writes)[number] => [
          `pausing ${kind}`,
          () => platform.setRunning(session, kind as 'campaign', id, 'paused'),
        ],
      ),
      ['changing campaign', () => platform.change(session, 'campaign', top, { name: 'Other' })],
      ['changing ad_set', () => platform.change(session, 'ad_set', set, { name: 'Other' })],
    ];
    for (const [name, create] of writes) {
      const { answers } = await recorded(create);
      const at = answers.findLastIndex(({ method }: Recorded) => method !== 'GET');
      for (const [what, broken] of portion(BROKEN, 2)) {
        const by = () => broken(answers[at]!.text);
        const error = await errorOf(replayed(answers, { at, by }, create));
        expectDiscreet(error, session, `${name}: ${what}`);
        expect([error.kind, error.mayHaveHappened], `${name}: ${what}`).toEqual(['unreadable', true]);
      }
      for (const { what, text } of damaged(answers[at]!.text, 4)) {
        const by = () => new Response(text);
        const error = await replayed(answers, { at, by }, create).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        if (error !== null) expectDiscreet(error, session, `${name}: ${what}`);
      }
    }
  });

  it('that never comes, breaks off or never ends is not waited for', async () => {
    const { session, top, aTop } = await scene();
    const silent = () => new Promise<Response>(() => {});
    vi.stubGlobal('fetch', async (_input: unknown, { signal }: RequestInit) => {
      const over = new Promise<never>((_done, failed) => {
        signal!.addEventListener('abort', () => failed(signal!.reason as Error));
      });
      return await Promise.race([silent(), over]);
    });
    const late = await errorOf(platform.state({ ...session, timeoutMs: 50 }, [top]));
    expect([late.kind, late.mayHaveHappened]).toEqual(['transient', false]);
    // Without any further answer, for half a minute per call.
    const later = globalThis.setTimeout;
    const waited = new Set<number | undefined>();
    vi.spyOn(globalThis, 'setTimeout').mockImplementation((done, ms) => {
      // What an earlier file left at work in this process has timers too.
      if (!new Error().stack?.includes('integrations/provider/')) return later(done, ms);
      waited.add(ms);
      return later(done, 1);
    });
    expect((await errorOf(platform.state(session, [top]))).kind).toBe('transient');
    expect(waited).toEqual(new Set([30_000]));
    vi.restoreAllMocks();
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
  });
});
