// The pixel in a real browser, from the snippet as the API returns it to the event as the API shows it.
import { createHash, randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from './support/browser.ts';
import { type RunningService, startService } from './support/service.ts';
import { pageWith, type Site, STUB, startSite } from './support/site.ts';

const SERVICE_PORT = 8900;
const SITE_PORT = 8901;
const PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';

interface PixelRecord {
  id: string;
  snippet: string;
  firstParty: { path: string; target: string; snippet: string };
  status: string;
}

interface Visit {
  page: Page;
  context: BrowserContext;
  /** What the script sent, newest last. */
  sent: { body: Record<string, unknown>; status: number }[];
  /** Uncaught errors, refused loads and console errors: anything the page's owner would see. */
  trouble: string[];
  go(path: string): Promise<void>;
}

let service: RunningService;
let site: Site;
let browser: Browser;

beforeAll(async () => {
  site = await startSite(SITE_PORT);
  [service, browser] = await Promise.all([startService(SERVICE_PORT, site.origin), startBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await site?.stop();
});

async function newPixel(): Promise<PixelRecord> {
  return (await service.api('POST', '/v1/pixels', { name: randomUUID(), domains: [site.origin] })).data;
}

/** A visitor who has never been here. */
async function visitor(options: BrowserContextOptions & { origin?: string } = {}): Promise<Visit> {
  const { origin = site.origin, ...more } = options;
  // The browser's own name here says that nobody sits in front of it: it would be taken for a bot.
  const context = await browser.newContext({ userAgent: PERSON, ...more });
  const page = await context.newPage();
  const visit: Visit = {
    page,
    context,
    sent: [],
    trouble: [],
    go: async (path) => {
      const arrived = visit.sent.length;
      await page.goto(origin + path, { waitUntil: 'load' });
      await until(async () => visit.sent.length > arrived, `an event from ${path}`);
    },
  };
  page.on('pageerror', (error) => visit.trouble.push(String(error)));
  page.on('requestfailed', (request) =>
    visit.trouble.push(`${request.failure()?.errorText} ${request.url()}`),
  );
  page.on('console', (message) => {
    if (message.type() === 'error') visit.trouble.push(message.text());
  });
  page.on('response', (response) => {
    const request = response.request();
    if (request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/e')) {
      visit.sent.push({ body: JSON.parse(request.postData()!), status: response.status() });
    }
  });
  return visit;
}

async function until(check: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 20_000;
  while (!(await check())) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The pixel's events once there are `count` of them, oldest first. */
async function stored(pixel: PixelRecord, count: number) {
  let events: Record<string, unknown>[] = [];
  await until(async () => {
    events = (await service.api('GET', `/v1/pixel-events?pixel=${pixel.id}&limit=100`)).data;
    return events.length >= count;
  }, `${count} events`);
  expect(events).toHaveLength(count);
  return events.reverse();
}

/** Nothing of `pixel` is stored, though an event that was sent later is. */
async function nothingStored(pixel: PixelRecord): Promise<void> {
  const later = await newPixel();
  site.put('/later', pageWith(later.snippet));
  const visit = await visitor();
  await visit.go('/later');
  await stored(later, 1);
  await visit.context.close();
  expect((await service.api('GET', `/v1/pixel-events?pixel=${pixel.id}`)).data).toEqual([]);
}

/** Calls the pixel as a page would. What runs in the page is given as text: it has the browser's types, not Node's. */
const track = (page: Page, ...command: unknown[]) =>
  page.evaluate(`service(${command.map((part) => JSON.stringify(part)).join(', ')})`);

const cookieOf = async (visit: Visit) => {
  const cookie = (await visit.context.cookies()).find(({ name }) => name === '_service');
  return cookie && { ...cookie, memory: JSON.parse(decodeURIComponent(cookie.value)) };
};

describe('a shop with the snippet in its head', () => {
  it('reports page views, single-page navigation, a cart and a purchase', async () => {
    const pixel = await newPixel();
    site.put('/shop', pageWith(pixel.snippet));
    const visit = await visitor();
    const { page } = visit;
    await visit.go('/shop?x=1#top');
    await page.evaluate(`
      history.pushState({}, '', '/shop/cart');
      history.replaceState({ again: true }, '', '/shop/cart');
      history.pushState({}, '', '/shop/cart#details');
      location.hash = 'more';
    `);
    await page.evaluate('history.go(-3)');
    await page.waitForURL('**/shop?x=1#top');
    await track(page, 'track', 'add_to_cart', {
      value: 4200,
      currency: 'USD',
      properties: { productId: 'p1' },
    });
    await track(page, 'track', 'purchase', { value: 4200, currency: 'usd', orderId: 'o-1', eventId: 'e-1' });
    const events = await stored(pixel, 5);
    const seen = (name: string) => events.filter((event) => event.name === name);
    expect(
      seen('page_view')
        .map((event) => event.pageUrl)
        .sort(),
    ).toEqual([`${site.origin}/shop/cart`, `${site.origin}/shop?x=1`, `${site.origin}/shop?x=1`].sort());
    expect(seen('add_to_cart')[0]).toMatchObject({
      value: 4200,
      currency: 'usd',
      properties: { productId: 'p1' },
    });
    expect(seen('purchase')[0]).toMatchObject({
      orderId: 'o-1',
      eventId: 'e-1',
      source: 'browser',
      bot: false,
    });
    expect(visit.sent.every(({ status }) => status === 202)).toBe(true);
    expect(visit.trouble).toEqual([]);
    await visit.context.close();
  });

  it('adds nothing to the page but window.service', async () => {
    const pixel = await newPixel();
    site.put('/plain', pageWith(''));
    site.put('/globals', pageWith(pixel.snippet));
    const visit = await visitor();
    await visit.page.goto(`${site.origin}/plain`);
    const names = () => visit.page.evaluate<string[]>('Object.getOwnPropertyNames(window)');
    const before = await names();
    await visit.go('/globals');
    const after = await names();
    expect(after.filter((name) => !before.includes(name))).toEqual(['service']);
    expect(await cookieOf(visit)).toBeUndefined();
    await visit.context.close();
  });

  it('runs the commands that a page gave before the script arrived, and one tag of two', async () => {
    const pixel = await newPixel();
    const early = `<script>service('track', 'lead', { eventId: 'early' })</script>`;
    site.put('/early', pageWith(STUB + early + pixel.snippet + pixel.snippet));
    const visit = await visitor();
    await visit.go('/early');
    const events = await stored(pixel, 2);
    expect(events.map(({ name }) => name).sort()).toEqual(['lead', 'page_view']);
    await visit.context.close();
  });

  it('never throws into the page, whatever it is told and whatever fails', async () => {
    const pixel = await newPixel();
    site.put('/wild', pageWith(pixel.snippet));
    const visit = await visitor();
    await visit.context.addCookies([{ name: '_service', value: '%7Bbroken', url: site.origin }]);
    await visit.go('/wild');
    const outcome = await visit.page.evaluate<{ results: unknown[]; kept: unknown }>(`(() => {
      const circle = {};
      circle.self = circle;
      const commands = [
        [], ['nonsense'], ['toString'], ['track'], ['track', 'lead', circle], ['track', 'lead', null],
        ['identify'], ['identify', null], ['identify', { email: circle }], ['consent'], [Symbol('x')],
      ];
      const results = commands.map((command) => String(service(...command)));
      history.pushState({ kept: 1 }, '', '/wild?next');
      return { results, kept: history.state };
    })()`);
    expect(outcome.results.every((result) => result === 'undefined')).toBe(true);
    expect(outcome.kept).toEqual({ kept: 1 });
    await visit.page.waitForTimeout(300);
    expect(visit.trouble.filter((line) => !line.includes('status of 400'))).toEqual([]);
    const uncaught = visit.trouble.filter((line) => /Error|rejection/i.test(line));
    expect(uncaught).toEqual([]);
    await visit.context.close();
  });

  it('names its origin even where the page hides its address', async () => {
    const pixel = await newPixel();
    site.put('/quiet', { html: pageWith(pixel.snippet), headers: { 'Referrer-Policy': 'no-referrer' } });
    const visit = await visitor();
    await visit.go('/quiet');
    await stored(pixel, 1);
    await visit.context.close();
  });

  it('counts a page without script by its image', async () => {
    const pixel = await newPixel();
    const image = `<noscript><img src="${service.baseUrl}/px/${pixel.id}/e.gif" alt=""></noscript>`;
    site.put('/noscript', pageWith(pixel.snippet, image));
    const visit = await visitor({ javaScriptEnabled: false });
    await visit.page.goto(`${site.origin}/noscript`, { waitUntil: 'load' });
    expect(await stored(pixel, 1)).toMatchObject([{ name: 'page_view', pageUrl: `${site.origin}/` }]);
    expect(visit.trouble).toEqual([]);
    await visit.context.close();
  });
});

describe('a landing', () => {
  it('is credited on a later page without the parameter, until a newer landing takes its place', async () => {
    const pixel = await newPixel();
    site.put('/landing', pageWith(pixel.snippet));
    site.put('/thanks', pageWith(pixel.snippet));
    const { submission } = service.demo;
    const visit = await visitor();
    await visit.go(`/landing?service_id=${submission}&service_campaign=camp_x&gclid=G%2D1`);
    const cookie = (await cookieOf(visit))!;
    expect(cookie).toMatchObject({ sameSite: 'Lax', path: '/', domain: '127.0.0.1' });
    const days = (cookie.expires - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(390);
    expect(days).toBeLessThanOrEqual(393);
    await visit.go('/thanks');
    await track(visit.page, 'track', 'purchase', { orderId: 'o-2', value: 100, currency: 'usd' });
    const events = await stored(pixel, 3);
    for (const event of events) expect(event.credit).toMatchObject({ submission });
    const purchase = events.find(({ name }) => name === 'purchase')!;
    expect(purchase).toMatchObject({ credit: { rule: 'kept_landing', submission } });
    expect(events[0]!.credit).toMatchObject({ rule: 'own_link' });

    // Somebody else's ad does not take the credit away; another of our links does.
    await visit.go('/landing?gclid=other');
    expect((await cookieOf(visit))!.memory.landing.service_id).toBe(submission);
    await visit.go('/landing?service_id=sub_other');
    expect((await cookieOf(visit))!.memory.landing).toMatchObject({ service_id: 'sub_other' });
    expect((await cookieOf(visit))!.memory.landing.gclid).toBeUndefined();
    await visit.context.close();
  });

  it('is kept over single-page navigation, and hands on click IDs and the platforms’ cookies', async () => {
    const pixel = await newPixel();
    site.put('/app', pageWith(pixel.snippet));
    const visit = await visitor();
    await visit.context.addCookies([{ name: '_fbp', value: 'fb.1.1.2', url: site.origin }]);
    await visit.go('/app?fbclid=FB1&ttclid=TT1&ScCid=SC1&wbraid=WB1');
    await visit.page.evaluate(`history.pushState({}, '', '/app/2')`);
    await track(visit.page, 'track', 'sign_up');
    const events = await stored(pixel, 3);
    const clicks = { fbp: 'fb.1.1.2', ttclid: 'TT1', sccid: 'SC1', wbraid: 'WB1' };
    const landing = events.find(({ pageUrl }) => String(pageUrl).includes('?'))!;
    expect(landing.clickIds).toMatchObject({ ...clicks, fbc: expect.stringMatching(/^fb\.1\.\d{13}\.FB1$/) });
    const later = visit.sent.at(-1)!.body;
    expect(later.landing).toMatchObject({ fbclid: 'FB1', ttclid: 'TT1', sccid: 'SC1', wbraid: 'WB1' });
    expect(later.cookies).toEqual(['_fbp=fb.1.1.2']);
    await visit.context.close();
  });
});

describe('a strict content security policy', () => {
  it('needs the nonce on the tag and the pixel in connect-src, nothing else', async () => {
    const pixel = await newPixel();
    const nonce = 'bm9uY2U';
    site.put('/strict', {
      html: pageWith(pixel.snippet.replace('<script ', `<script nonce="${nonce}" `)),
      headers: {
        'Content-Security-Policy': `default-src 'none'; img-src data:; script-src 'nonce-${nonce}' 'strict-dynamic'; connect-src ${service.baseUrl}; require-trusted-types-for 'script'; base-uri 'none'`,
        'Cross-Origin-Embedder-Policy': 'require-corp',
      },
    });
    const visit = await visitor();
    await visit.go(`/strict?service_id=${service.demo.submission}`);
    await track(visit.page, 'identify', { email: 'anna@example.com' });
    await track(visit.page, 'track', 'purchase', { value: 1, currency: 'usd' });
    await stored(pixel, 2);
    expect(visit.trouble).toEqual([]);
    await visit.context.close();
  });
});

describe('who does not count', () => {
  it('a foreign origin: 204 and nothing stored', async () => {
    const pixel = await newPixel();
    site.put('/foreign', pageWith(pixel.snippet));
    const visit = await visitor({ origin: site.foreignOrigin });
    await visit.go('/foreign');
    expect(visit.sent.map(({ status }) => status)).toEqual([204]);
    await nothingStored(pixel);
    expect(visit.trouble).toEqual([]);
    await visit.context.close();
  });

  it('an archived pixel: 204 and nothing stored', async () => {
    const pixel = await newPixel();
    await service.api('PATCH', `/v1/pixels/${pixel.id}`, { status: 'archived' });
    site.put('/archived', pageWith(pixel.snippet));
    const visit = await visitor();
    await visit.go('/archived');
    expect(visit.sent.map(({ status }) => status)).toEqual([204]);
    await nothingStored(pixel);
    expect(visit.trouble).toEqual([]);
    await visit.context.close();
  });
});

describe('consent', () => {
  const link = () => `?service_id=${service.demo.submission}&gclid=G1&step=2`;

  it('Global Privacy Control: the script sends and keeps nothing personal', async () => {
    const pixel = await newPixel();
    site.put('/gpc', pageWith(pixel.snippet));
    const visit = await visitor();
    await visit.go(`/gpc${link()}`);
    expect(await cookieOf(visit)).toBeDefined();
    await visit.page.addInitScript(
      `Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })`,
    );
    await visit.go(`/gpc${link()}`);
    await track(visit.page, 'consent', 'granted');
    await track(visit.page, 'identify', { email: 'anna@example.com' });
    await track(visit.page, 'track', 'lead', { serviceId: 'sub_1', clickId: 'c', user: { email: 'a@b.co' } });
    const events = (await stored(pixel, 3)).slice(1);
    for (const event of events) {
      expect(event).toMatchObject({
        consent: 'denied',
        serviceId: null,
        clickIds: null,
        user: null,
        ipAddress: null,
        credit: null,
        pageUrl: expect.stringContaining('step=2'),
      });
    }
    const wire = JSON.stringify(visit.sent.slice(1));
    expect(wire).not.toMatch(new RegExp(`${service.demo.submission}|G1|sub_1|landing|cookies|user`));
    expect((await cookieOf(visit))!.memory.landing).toBeUndefined();
    await visit.context.close();
  });

  it('Global Privacy Control as a header alone is heeded at the edge', async () => {
    const pixel = await newPixel();
    site.put('/sec-gpc', pageWith(pixel.snippet));
    const visit = await visitor({ extraHTTPHeaders: { 'Sec-GPC': '1' } });
    await visit.go(`/sec-gpc${link()}`);
    const [event] = await stored(pixel, 1);
    expect(event).toMatchObject({
      consent: 'denied',
      serviceId: null,
      credit: null,
      pageUrl: expect.any(String),
    });
    expect(event!.pageUrl).not.toContain(service.demo.submission);
    await visit.context.close();
  });

  it('denied is remembered and deletes the landing; granted brings back what this page knows', async () => {
    const pixel = await newPixel();
    site.put('/choice', pageWith(STUB + pixel.snippet));
    const visit = await visitor();
    await visit.go(`/choice${link()}`);
    await track(visit.page, 'consent', 'denied');
    expect((await cookieOf(visit))!.memory).toEqual({ consent: 'denied' });
    await visit.go('/choice');
    await visit.go(`/choice${link()}`);
    expect((await cookieOf(visit))!.memory).toEqual({ consent: 'denied' });
    await track(visit.page, 'consent', 'granted');
    expect((await cookieOf(visit))!.memory).toMatchObject({
      consent: 'granted',
      landing: { service_id: service.demo.submission },
    });
    await visit.go('/choice');
    const events = await stored(pixel, 4);
    expect(events.map(({ consent }) => consent)).toEqual(['granted', 'denied', 'denied', 'granted']);
    expect(events[2]!.credit).toBeNull();
    expect(events[3]!.credit).toMatchObject({ submission: service.demo.submission });
    await visit.context.close();
  });

  it('a page that denies before the script arrives never has a landing kept', async () => {
    const pixel = await newPixel();
    site.put(
      '/early-denied',
      pageWith(`${STUB}<script>service('consent', 'denied')</script>${pixel.snippet}`),
    );
    const visit = await visitor();
    await visit.go(`/early-denied${link()}`);
    expect(visit.sent[0]!.body).toMatchObject({ name: 'page_view', consent: 'denied' });
    expect((await cookieOf(visit))!.memory).toEqual({ consent: 'denied' });
    await visit.context.close();
  });

  it('data-consent="unknown" holds the page view back until the visitor has chosen', async () => {
    const pixel = await newPixel();
    site.put('/ask', pageWith(pixel.snippet.replace('<script ', '<script data-consent="unknown" ')));
    const visit = await visitor();
    await visit.page.goto(`${site.origin}/ask${link()}`, { waitUntil: 'load' });
    await track(visit.page, 'track', 'view_content');
    await until(async () => visit.sent.length > 0, 'the event');
    expect(visit.sent.map(({ body }) => [body.name, body.consent])).toEqual([['view_content', 'unknown']]);
    expect(await cookieOf(visit)).toBeUndefined();
    await track(visit.page, 'consent', 'granted');
    const events = await stored(pixel, 2);
    expect(events.map(({ name, consent }) => [name, consent])).toEqual([
      ['view_content', 'unknown'],
      ['page_view', 'granted'],
    ]);
    expect(events[1]!.credit).toMatchObject({ submission: service.demo.submission });
    await visit.context.close();
  });
});

describe('identify', () => {
  it('hashes in the browser, and what it said goes with the events that follow', async () => {
    const pixel = await newPixel();
    site.put('/identify', pageWith(pixel.snippet));
    const visit = await visitor();
    await visit.go('/identify');
    const kept = createHash('sha256').update('lee').digest('hex');
    await track(visit.page, 'identify', {
      email: ' Anna@Example.com',
      phone: '+1 (650) 555-1212',
      city: 'New York',
      lastName: kept.toUpperCase(),
    });
    await track(visit.page, 'track', 'lead');
    const [, lead] = await stored(pixel, 2);
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(lead!.user).toEqual({
      email: hash('anna@example.com'),
      phone: hash('16505551212'),
      city: hash('newyork'),
      lastName: kept,
    });
    expect(JSON.stringify(visit.sent)).not.toMatch(/anna@|650|york/i);
    await visit.context.close();
  });
});

describe('the first-party path', () => {
  it('serves script and events from the site itself, with the visitor that the proxy names', async () => {
    const pixel = await newPixel();
    const { path, target, snippet } = pixel.firstParty;
    site.proxy(path, target, { 'X-Forwarded-For': '198.51.100.9', 'X-Visitor-Country': 'AT' });
    site.put('/own', {
      html: pageWith(snippet),
      headers: { 'Content-Security-Policy': `default-src 'self'; img-src data:` },
    });
    const visit = await visitor();
    await visit.go('/own');
    expect(await stored(pixel, 1)).toMatchObject([
      { ipAddress: '198.51.100.9', location: { country: 'AT' } },
    ]);
    expect(visit.trouble).toEqual([]);
    await visit.context.close();
  });
});
