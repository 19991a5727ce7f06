// The pixel in a real browser, from the snippet as the API returns it to the event as the API shows it.

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as clock from '../harness/clock.ts';
import { pageWith, STUB } from './support/site.ts';
import { cookieOf, type Stage, setStage, track, until } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});

afterAll(async () => {
  await stage?.stop();
});

describe('a shop with the snippet in its head', () => {
  it('reports page views, single-page navigation, a cart and a purchase', async () => {
    const pixel = await stage.newPixel();
    stage.site.put('/shop', pageWith(pixel.snippet));
    const visit = await stage.visitor();
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
    const events = await stage.stored(pixel, 5);
    const seen = (name: string) => events.filter((event) => event.name === name);
    expect(
      seen('page_view')
        .map((event) => event.pageUrl)
        .sort(),
    ).toEqual(
      [
        `${stage.site.origin}/shop/cart`,
        `${stage.site.origin}/shop?x=1`,
        `${stage.site.origin}/shop?x=1`,
      ].sort(),
    );
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
    const pixel = await stage.newPixel();
    stage.site.put('/plain', pageWith(''));
    stage.site.put('/globals', pageWith(pixel.snippet));
    const visit = await stage.visitor();
    await visit.page.goto(`${stage.site.origin}/plain`);
    const names = () => visit.page.evaluate<string[]>('Object.getOwnPropertyNames(window)');
    const before = await names();
    await visit.go('/globals');
    const after = await names();
    expect(after.filter((name) => !before.includes(name))).toEqual(['service']);
    expect(await cookieOf(visit)).toBeUndefined();
    await visit.context.close();
  });

  it('runs the commands that a page gave before the script arrived, and one tag of two', async () => {
    const pixel = await stage.newPixel();
    const early = `<script>service('track', 'lead', { eventId: 'early' })</script>`;
    stage.site.put('/early', pageWith(STUB + early + pixel.snippet + pixel.snippet));
    const visit = await stage.visitor();
    await visit.go('/early');
    const events = await stage.stored(pixel, 2);
    expect(events.map(({ name }) => name).sort()).toEqual(['lead', 'page_view']);
    await visit.context.close();
  });

  it('never throws into the page, whatever it is told and whatever fails', async () => {
    const pixel = await stage.newPixel();
    stage.site.put('/wild', pageWith(pixel.snippet));
    const visit = await stage.visitor();
    await visit.context.addCookies([{ name: '_service', value: '%7Bbroken', url: stage.site.origin }]);
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
    const pixel = await stage.newPixel();
    stage.site.put('/quiet', {
      html: pageWith(pixel.snippet),
      headers: { 'Referrer-Policy': 'no-referrer' },
    });
    const visit = await stage.visitor();
    await visit.go('/quiet');
    await stage.stored(pixel, 1);
    await visit.context.close();
  });

  it('counts a page without script by its image', async () => {
    const pixel = await stage.newPixel();
    const image = `<noscript><img src="${stage.service.baseUrl}/px/${pixel.id}/e.gif" alt=""></noscript>`;
    stage.site.put('/noscript', pageWith(pixel.snippet, image));
    const visit = await stage.visitor({ javaScriptEnabled: false });
    await visit.page.goto(`${stage.site.origin}/noscript`, { waitUntil: 'load' });
    expect(await stage.stored(pixel, 1)).toMatchObject([
      { name: 'page_view', pageUrl: `${stage.site.origin}/` },
    ]);
    expect(visit.trouble).toEqual([]);
    await visit.context.close();
  });
});

describe('a landing', () => {
  it('is credited on a later page without the parameter, until a newer landing takes its place', async () => {
    const pixel = await stage.newPixel();
    stage.site.put('/landing', pageWith(pixel.snippet));
    stage.site.put('/thanks', pageWith(pixel.snippet));
    const { submission } = stage.service.demo;
    const visit = await stage.visitor();
    await visit.go(`/landing?service_id=${submission}&service_campaign=camp_x&gclid=G%2D1`);
    const cookie = (await cookieOf(visit))!;
    expect(cookie).toMatchObject({ sameSite: 'Lax', path: '/', domain: '127.0.0.1' });
    const days = (cookie.expires - clock.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(390);
    expect(days).toBeLessThanOrEqual(393);
    await visit.go('/thanks');
    await track(visit.page, 'track', 'purchase', { orderId: 'o-2', value: 100, currency: 'usd' });
    const events = await stage.stored(pixel, 3);
    for (const event of events) expect(event.credit).toMatchObject({ submission });
    const purchase = events.find(({ name }) => name === 'purchase')!;
    expect(purchase).toMatchObject({ credit: { rule: 'kept_landing', submission } });
    expect(events[0]!.credit).toMatchObject({ rule: 'own_link' });

    // Another ad does not take the credit away; another of our links does.
    await visit.go('/landing?gclid=other');
    expect((await cookieOf(visit))!.memory.landing.service_id).toBe(submission);
    await visit.go('/landing?service_id=sub_other');
    expect((await cookieOf(visit))!.memory.landing).toMatchObject({ service_id: 'sub_other' });
    expect((await cookieOf(visit))!.memory.landing.gclid).toBeUndefined();
    await visit.context.close();
  });

  it('is kept over single-page navigation, and hands on click IDs and the platforms’ cookies', async () => {
    const pixel = await stage.newPixel();
    stage.site.put('/app', pageWith(pixel.snippet));
    const visit = await stage.visitor();
    await visit.context.addCookies([{ name: '_fbp', value: 'fb.1.1.2', url: stage.site.origin }]);
    await visit.go('/app?fbclid=FB1&ttclid=TT1&ScCid=SC1&wbraid=WB1');
    await visit.page.evaluate(`history.pushState({}, '', '/app/2')`);
    await track(visit.page, 'track', 'sign_up');
    const events = await stage.stored(pixel, 3);
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
    const pixel = await stage.newPixel();
    const nonce = 'bm9uY2U';
    stage.site.put('/strict', {
      html: pageWith(pixel.snippet.replace('<script ', `<script nonce="${nonce}" `)),
      headers: {
        'Content-Security-Policy': `default-src 'none'; img-src data:; script-src 'nonce-${nonce}' 'strict-dynamic'; connect-src ${stage.service.baseUrl}; require-trusted-types-for 'script'; base-uri 'none'`,
        'Cross-Origin-Embedder-Policy': 'require-corp',
      },
    });
    const visit = await stage.visitor();
    await visit.go(`/strict?service_id=${stage.service.demo.submission}`);
    await track(visit.page, 'identify', { email: 'anna@example.com' });
    await track(visit.page, 'track', 'purchase', { value: 1, currency: 'usd' });
    await stage.stored(pixel, 2);
    expect(visit.trouble).toEqual([]);
    await visit.context.close();
  });
});

describe('identify', () => {
  it('hashes in the browser, and what it said goes with the events that follow', async () => {
    const pixel = await stage.newPixel();
    stage.site.put('/identify', pageWith(pixel.snippet));
    const visit = await stage.visitor();
    await visit.go('/identify');
    const kept = createHash('sha256').update('lee').digest('hex');
    await track(visit.page, 'identify', {
      email: ' Anna@Example.com',
      phone: '+1 (650) 555-1212',
      city: 'New York',
      lastName: kept.toUpperCase(),
    });
    await track(visit.page, 'track', 'lead');
    const [, lead] = await stage.stored(pixel, 2);
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

describe('?debug on the script', () => {
  it('logs each step to the console, and why an event does not count', async () => {
    const pixel = await stage.newPixel();
    stage.site.put('/debug', pageWith(pixel.snippet.replace('.js', '.js?debug')));
    for (const [origin, why] of [
      [stage.site.origin, 'It was taken.'],
      [stage.site.foreignOrigin, "this page's origin is not among the pixel's domains"],
    ] as const) {
      const visit = await stage.visitor({ origin });
      const lines: string[] = [];
      visit.page.on('console', (message) => lines.push(message.text()));
      await visit.go('/debug?service_id=sub_1');
      await until(async () => lines.some((line) => line.includes(why)), why);
      for (const step of ['Consent is granted', 'A landing:', 'Kept in the cookie', 'Sends page_view'])
        expect(lines.filter((line) => line.startsWith(`[service] ${step}`)).length).toBeGreaterThan(0);
      expect(visit.trouble).toEqual([]);
      await visit.context.close();
    }
  });
});
