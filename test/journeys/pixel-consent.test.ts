// Which visitors do not count, and what a visitor's own choice does, in a real browser.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageWith, STUB } from './support/site.ts';
import { cookieOf, noOf, type Stage, setStage, track, until } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});

afterAll(async () => {
  await stage?.stop();
});

describe('who does not count', () => {
  it('a foreign origin: 204 and nothing stored', async () => {
    const pixel = await stage.newPixel();
    stage.site.put('/foreign', pageWith(pixel.snippet));
    const visit = await stage.visitor({ origin: stage.site.foreignOrigin });
    await visit.go('/foreign');
    expect(visit.sent.map(({ status }) => status)).toEqual([204]);
    await stage.nothingStored(pixel);
    expect(visit.trouble).toEqual([]);
    await visit.context.close();
  });

  it('an archived pixel: 204 and nothing stored', async () => {
    const pixel = await stage.newPixel();
    await stage.service.api('PATCH', `/v1/pixels/${pixel.id}`, { status: 'archived' });
    stage.site.put('/archived', pageWith(pixel.snippet));
    const visit = await stage.visitor();
    await visit.go('/archived');
    expect(visit.sent.map(({ status }) => status)).toEqual([204]);
    await stage.nothingStored(pixel);
    expect(visit.trouble).toEqual([]);
    await visit.context.close();
  });
});

describe('consent', () => {
  const link = () => `?service_id=${stage.service.demo.submission}&gclid=G1&step=2`;

  it('Global Privacy Control: the script sends and keeps nothing personal', async () => {
    const pixel = await stage.newPixel();
    stage.site.put('/gpc', pageWith(pixel.snippet));
    const visit = await stage.visitor();
    await visit.go(`/gpc${link()}`);
    expect(await cookieOf(visit)).toBeDefined();
    await visit.page.addInitScript(
      `Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })`,
    );
    await visit.go(`/gpc${link()}`);
    await track(visit.page, 'consent', 'granted');
    await track(visit.page, 'identify', { email: 'anna@example.com' });
    await track(visit.page, 'track', 'lead', { serviceId: 'sub_1', clickId: 'c', user: { email: 'a@b.co' } });
    const events = (await stage.stored(pixel, 3)).slice(1);
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
    expect(wire).not.toMatch(new RegExp(`${stage.service.demo.submission}|G1|sub_1|landing|cookies|user`));
    expect((await cookieOf(visit))!.memory).toEqual({ consent: 'granted' });
    await visit.context.close();
  });

  it('Global Privacy Control as a header alone is heeded at the edge', async () => {
    const pixel = await stage.newPixel();
    stage.site.put('/sec-gpc', pageWith(pixel.snippet));
    const visit = await stage.visitor({ extraHTTPHeaders: { 'Sec-GPC': '1' } });
    await visit.go(`/sec-gpc${link()}`);
    const [event] = await stage.stored(pixel, 1);
    expect(event).toMatchObject({
      consent: 'denied',
      serviceId: null,
      credit: null,
      pageUrl: expect.any(String),
    });
    expect(event!.pageUrl).not.toContain(stage.service.demo.submission);
    await visit.context.close();
  });

  it('denied is remembered and deletes the landing; granted brings back what this page knows', async () => {
    const pixel = await stage.newPixel();
    stage.site.put('/choice', pageWith(STUB + pixel.snippet));
    const visit = await stage.visitor();
    await visit.go(`/choice${link()}`);
    await track(visit.page, 'consent', 'denied');
    expect([await cookieOf(visit), Number(await noOf(visit)) > 0]).toEqual([undefined, true]);
    await visit.go('/choice');
    await visit.go(`/choice${link()}`);
    expect(await cookieOf(visit)).toBeUndefined();
    await track(visit.page, 'consent', 'granted');
    expect((await cookieOf(visit))!.memory).toMatchObject({
      consent: 'granted',
      landing: { service_id: stage.service.demo.submission },
    });
    expect(await noOf(visit)).toBeUndefined();
    await visit.go('/choice');
    const events = await stage.stored(pixel, 4);
    expect(events.map(({ consent }) => consent)).toEqual(['granted', 'denied', 'denied', 'granted']);
    expect(events[2]!.credit).toBeNull();
    expect(events[3]!.credit).toMatchObject({ submission: stage.service.demo.submission });
    await visit.context.close();
  });

  it('a page that denies before the script arrives never has a landing kept', async () => {
    const pixel = await stage.newPixel();
    stage.site.put(
      '/early-denied',
      pageWith(`${STUB}<script>service('consent', 'denied')</script>${pixel.snippet}`),
    );
    const visit = await stage.visitor();
    await visit.go(`/early-denied${link()}`);
    expect(visit.sent[0]!.body).toMatchObject({ name: 'page_view', consent: 'denied' });
    expect([await cookieOf(visit), Number(await noOf(visit)) > 0]).toEqual([undefined, true]);
    await visit.context.close();
  });

  it('data-consent="unknown" holds the page view back until the visitor has chosen', async () => {
    const pixel = await stage.newPixel();
    stage.site.put('/ask', pageWith(pixel.snippet.replace('<script ', '<script data-consent="unknown" ')));
    const visit = await stage.visitor();
    await visit.page.goto(`${stage.site.origin}/ask${link()}`, { waitUntil: 'load' });
    await track(visit.page, 'track', 'view_content');
    await until(async () => visit.sent.length > 0, 'the event');
    expect(visit.sent.map(({ body }) => [body.name, body.consent])).toEqual([['view_content', 'unknown']]);
    expect(await cookieOf(visit)).toBeUndefined();
    await track(visit.page, 'consent', 'granted');
    const events = await stage.stored(pixel, 2);
    expect(events.map(({ name, consent }) => [name, consent])).toEqual([
      ['view_content', 'unknown'],
      ['page_view', 'granted'],
    ]);
    expect(events[1]!.credit).toMatchObject({ submission: stage.service.demo.submission });
    await visit.context.close();
  });
});
