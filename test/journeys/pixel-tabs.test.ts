// Consent in one tab counts in all others, in whatever order tabs land, choose and send, and however late
// their responses arrive. `ORDERS=400 npm test -- test/journeys/pixel-tabs.test.ts` draws that many orders, of which a run tries half.
import type { BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renewedCookie } from '../../src/pixel/renew-cookie.ts';
import { SCRIPT } from '../../src/pixel/script.generated.ts';
import * as clock from '../harness/clock.ts';
import { portion } from '../harness/vitest/portion.ts';
import { type Browser, startBrowser } from './support/browser.ts';
import { pageWith, type Site, STUB, startSite } from './support/site.ts';
import { track, until } from './support/stage.ts';

const SEEDS = Array.from({ length: Number(process.env.ORDERS ?? 8) }, (_, n) => n + 1);
const ACTS = ['landing', 'no', 'yes', 'event', 'answer'] as const;
type Act = (typeof ACTS)[number];

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  site.put('/tab', pageWith(`${STUB}<script src="/s-px/p.js"></script>`));
  site.put('/undecided', pageWith(`${STUB}<script src="/s-px/p.js" data-consent="unknown"></script>`));
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

interface Sent {
  consent: string;
  landing?: { service_id: string };
  [field: string]: unknown;
}

/**
 * A visitor with several tabs of a site whose proxy leads to the pixel: each response arrives when the test
 * lets it.
 */
class Visitor {
  readonly #held: (() => Promise<void>)[] = [];
  readonly sent: Sent[] = [];
  readonly context: BrowserContext;
  tabs: Page[] = [];

  constructor(context: BrowserContext) {
    this.context = context;
  }

  static async decided(): Promise<Visitor> {
    return await Visitor.open(['/tab', '/tab']);
  }

  /** Opens the tabs and waits for their own page views, so that none is mistaken for a later event. */
  static async open(paths: string[]): Promise<Visitor> {
    const visitor = new Visitor(await browser.newContext());
    if (clock.AHEAD_MS > 0) await visitor.context.addInitScript(clock.IN_PAGES);
    await visitor.context.route('**/s-px/p.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: SCRIPT }),
    );
    await visitor.context.route('**/s-px/e', (route) => visitor.#take(route));
    for (const path of paths) {
      const page = await visitor.context.newPage();
      await page.goto(site.origin + path);
      visitor.tabs.push(page);
    }
    // A page without a choice holds its view back.
    const views = paths.filter((path) => path === '/tab').length;
    await until(async () => visitor.sent.length >= views, 'the first views');
    return visitor;
  }

  async #take(route: Route): Promise<void> {
    const body = JSON.parse(route.request().postData()!) as Sent;
    const cookie = (await route.request().allHeaders()).cookie ?? '';
    const agreed = body.consent === 'granted' && !cookie.includes('_service_no=');
    const renewed = agreed ? renewedCookie(body.landing, site.origin, clock.now()) : null;
    const headers: Record<string, string> = renewed === null ? {} : { 'Set-Cookie': renewed };
    this.#held.push(() => route.fulfill({ status: 202, body: '{}', headers }));
    this.sent.push(body);
  }

  /** Lets the oldest response arrive. */
  async answer(): Promise<void> {
    await this.#held.shift()?.();
    await this.tabs[0]!.waitForTimeout(5);
  }

  async answerAll(): Promise<void> {
    while (this.#held.length > 0) await this.answer();
  }

  /** @returns what the tab sends for it. */
  async event(tab: number, act: () => Promise<unknown>): Promise<Sent> {
    const before = this.sent.length;
    await act();
    await until(async () => this.sent.length > before, `an event of tab ${tab}`);
    return this.sent.at(-1)!;
  }

  async cookie(name: string): Promise<string | undefined> {
    return (await this.context.cookies()).find((one) => one.name === name)?.value;
  }
}

/**
 * The expected state without looking into the script: who chose what, and the landings that a consenting
 * visitor has seen.
 */
class Model {
  #time = 0;
  #no: number | null = null;
  #lastNo = 0;
  #yes = false;
  readonly #landings: { id: string; at: number; agreed: boolean }[] = [];

  choose(agrees: boolean): void {
    this.#time++;
    this.#yes = agrees;
    this.#no = agrees ? null : this.#time;
    if (!agrees) this.#lastNo = this.#time;
  }

  land(id: string, undecided: boolean): void {
    this.#landings.push({ id, at: ++this.#time, agreed: this.consent(undecided) === 'granted' });
  }

  consent(undecided: boolean): string {
    if (this.#no !== null) return 'denied';
    return this.#yes || !undecided ? 'granted' : 'unknown';
  }

  check(event: Sent, undecided: boolean, story: string): void {
    expect(event.consent, story).toBe(this.consent(undecided));
    const good = this.#landings.filter(({ at }) => at > this.#lastNo);
    const newest = good.findLast(({ agreed }) => agreed);
    const named = event.landing?.service_id;
    if (event.consent !== 'granted') {
      expect(JSON.stringify(event), story).not.toMatch(/service_id|landing/);
      return;
    }
    if (newest) expect(named, story).toBeDefined();
    if (named === undefined) return;
    // A landing before a refusal no longer counts, and none gives way to an older one.
    const found = good.find(({ id }) => id === named);
    expect(found, `${story}: ${named}`).toBeDefined();
    expect(found!.at, story).toBeGreaterThanOrEqual(newest?.at ?? 0);
  }

  get refused(): boolean {
    return this.#no !== null;
  }
}

/** The same numbers for the same seed. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

describe('a choice', () => {
  it(`holds in all tabs, in any order`, { timeout: 600_000 }, async () => {
    for (const seed of portion(SEEDS, 2)) {
      const next = random(seed * 7919);
      const undecided = [false, seed % 2 === 0, false].slice(0, 2 + (seed % 2));
      const visitor = await Visitor.open(undecided.map((is) => (is ? '/undecided' : '/tab')));
      const model = new Model();
      // A page without a choice holds its view back until its own next choice or view.
      const held = [...undecided];
      const told: string[] = [];
      for (let step = 0; step < 9; step++) {
        const act: Act = ACTS[next(ACTS.length)]!;
        const tab = next(undecided.length);
        const page = visitor.tabs[tab]!;
        const is = undecided[tab]!;
        told.push(`${act} ${tab}`);
        const story = `seed ${seed}: ${told.join(', ')}`;
        // Two events of one millisecond have no order.
        await page.waitForTimeout(2);
        if (act === 'answer') await visitor.answer();
        else if (act === 'landing') {
          const id = `sub_${step}`;
          model.land(id, is);
          const land = () => page.evaluate(`history.pushState({}, '', '?service_id=${id}&step=${step}')`);
          held[tab] = model.consent(is) === 'unknown';
          if (held[tab]) await land();
          else model.check(await visitor.event(tab, land), is, story);
        } else if (act === 'event')
          model.check(await visitor.event(tab, () => track(page, 'track', 'lead')), is, story);
        else {
          model.choose(act === 'yes');
          const choose = () => track(page, 'consent', act === 'yes' ? 'granted' : 'denied');
          if (held[tab]) model.check(await visitor.event(tab, choose), is, story);
          else await choose();
          held[tab] = false;
        }
        expect((await visitor.cookie('_service_no')) !== undefined, story).toBe(model.refused);
      }
      await visitor.answerAll();
      for (const [tab, page] of visitor.tabs.entries()) {
        const last = await visitor.event(tab, () => track(page, 'track', 'lead'));
        model.check(last, undecided[tab]!, `seed ${seed}: ${told.join(', ')}, at the end`);
      }
      await visitor.context.close();
    }
  });

  it('wipes out the landing that another tab remembers, also behind a yes that is said twice', async () => {
    const visitor = await Visitor.decided();
    const [one, two] = visitor.tabs as [Page, Page];
    const land = (id: string) => () => one.evaluate(`history.pushState({}, '', '?service_id=${id}')`);
    expect((await visitor.event(0, land('sub_before'))).landing).toMatchObject({ service_id: 'sub_before' });
    await track(two, 'consent', 'denied');
    for (let times = 0; times < 2; times++) await track(two, 'consent', 'granted');
    for (const [tab, page] of visitor.tabs.entries()) {
      const event = await visitor.event(tab, () => track(page, 'track', 'lead'));
      expect([event.consent, event.landing]).toEqual(['granted', undefined]);
    }
    expect((await visitor.event(0, land('sub_after'))).landing).toMatchObject({ service_id: 'sub_after' });
    // An earlier consent does not outlive a refusal whose own cookie a browser cuts short.
    await track(one, 'consent', 'denied');
    expect(await visitor.cookie('_service')).toBeUndefined();
    await visitor.context.close();
  });

  it('outlives an answer that comes late, and a page that is loaded afterwards', async () => {
    const visitor = await Visitor.decided();
    const [one, two] = visitor.tabs as [Page, Page];
    await visitor.event(0, () => one.goto(`${site.origin}/tab?service_id=sub_video`));
    await visitor.answerAll();
    await until(async () => (await visitor.cookie('_service_kept')) !== undefined, 'the renewed landing');
    const sale = { user: { email: 'ann@example.com' } };
    await visitor.event(0, () => track(one, 'track', 'lead', sale));
    await track(two, 'consent', 'denied');
    expect(await visitor.cookie('_service')).toBeUndefined();
    expect(await visitor.cookie('_service_kept')).toBeUndefined();
    await visitor.answerAll();
    await until(async () => (await visitor.cookie('_service_kept')) === undefined, 'the landing to be gone');
    for (const [tab, page] of visitor.tabs.entries()) {
      const after = await visitor.event(tab, () => page.goto(`${site.origin}/tab`));
      expect(after).toMatchObject({ consent: 'denied' });
      expect(JSON.stringify(after)).not.toMatch(/sub_video|landing|user/);
    }
    // A consent counts from then on: it restores nothing from before.
    await track(one, 'consent', 'granted');
    const agreed = await visitor.event(1, () => two.goto(`${site.origin}/tab`));
    expect(agreed.consent).toBe('granted');
    expect(agreed.landing).toBeUndefined();
    await visitor.context.close();
  });

  it('counts for an event that is on its way out, whose user is still being hashed', async () => {
    const visitor = await Visitor.decided();
    const event = await visitor.event(0, () =>
      visitor.tabs[0]!.evaluate(
        `service('track', 'lead', { user: { email: 'ann@example.com' }, clickId: 'c' });
         document.cookie = '_service_no=1700000000000;path=/'`,
      ),
    );
    expect(event).toMatchObject({ name: 'lead', consent: 'denied' });
    expect(JSON.stringify(event)).not.toMatch(/user|clickId/);
    await visitor.context.close();
  });

  it('lasts as long as the visitor comes back, in browsers that forget it after some days', async () => {
    const visitor = await Visitor.decided();
    const [one] = visitor.tabs as [Page];
    const said = `${clock.now()}`;
    // As in a browser that has cut it short: it ends with the browser session.
    await visitor.context.addCookies([
      { name: '_service_no', value: said, domain: '127.0.0.1', path: '/', secure: true },
    ]);
    const lasting = async () => (await visitor.context.cookies()).find(({ name }) => name === '_service_no');
    expect((await lasting())!.expires).toBe(-1);
    for (let times = 0; times < 3; times++) {
      expect(await visitor.event(0, () => one.goto(`${site.origin}/tab`))).toMatchObject({
        consent: 'denied',
      });
      const { expires, value } = (await lasting())!;
      expect([expires > 0, Number(value)]).toEqual([true, Number(said)]);
    }
    await track(one, 'consent', 'granted');
    expect(await lasting()).toBeUndefined();
    await visitor.context.close();
  });

  it('holds on its page where the browser keeps no cookies, and a yes brings nothing back there either', async () => {
    const visitor = await Visitor.decided();
    const [one] = visitor.tabs as [Page];
    await one.addInitScript(
      `Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} })`,
    );
    const lead = () => visitor.event(0, () => track(one, 'track', 'lead'));
    await visitor.event(0, () => one.goto(`${site.origin}/tab?service_id=sub_video`));
    await visitor.event(0, () => one.evaluate(`history.replaceState({}, '', '/tab')`));
    expect((await lead()).landing).toMatchObject({ service_id: 'sub_video' });
    await track(one, 'consent', 'denied');
    expect(await lead()).toMatchObject({ consent: 'denied' });
    await track(one, 'consent', 'granted');
    const agreed = await lead();
    expect([agreed.consent, agreed.landing]).toEqual(['granted', undefined]);
    await visitor.context.close();
  });
});
