// The pixel on the customer's own domain: what its responses store, and whether the recipes of
// docs/first-party.md work.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as clock from '../harness/clock.ts';
import { startRecipe } from './support/recipes.ts';
import { pageWith } from './support/site.ts';
import { cookieOf, noOf, type Stage, setStage, until } from './support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await setStage();
});

afterAll(async () => {
  await stage?.stop();
});

describe('the first-party path', () => {
  it('has the answers renew the cookie where a browser cut it short, and not once the visitor has refused', async () => {
    const pixel = await stage.newPixel();
    const { path, target, snippet } = pixel.firstParty;
    stage.site.proxy(path, target, { 'X-Forwarded-For': '198.51.100.9' });
    stage.site.put('/kept', pageWith(snippet));
    const visit = await stage.visitor();
    await visit.go(`/kept?service_id=${stage.service.demo.submission}`);
    const { memory, ...cookie } = (await cookieOf(visit))!;
    expect(memory.landing.on).toBe('127.0.0.1');
    const copy = async () => (await visit.context.cookies()).find(({ name }) => name === '_service_kept');
    await until(async () => (await copy()) !== undefined, 'the renewed landing');
    const days = ((await copy())!.expires + clock.AHEAD_MS / 1000 - clock.now() / 1000) / 86_400;
    expect([days > 390, days <= 393]).toEqual([true, true]);
    // Safari deletes cookies that a script has set.
    await visit.context.clearCookies({ name: cookie.name });
    await visit.go('/kept');
    expect(visit.sent.at(-1)!.body.landing).toEqual(memory.landing);
    expect((await cookieOf(visit))!.memory.landing).toEqual(memory.landing);
    // The response to an earlier event arrives after the visitor has refused.
    await visit.page.evaluate(`service('track', 'lead'); service('consent', 'denied')`);
    await stage.stored(pixel, 3);
    await until(async () => (await copy()) === undefined, 'the landing to be gone');
    expect([await cookieOf(visit), Number(await noOf(visit)) > 0]).toEqual([undefined, true]);
    expect(visit.trouble).toEqual([]);
    await visit.context.close();
  });

  it.each(['cloudflare', 'nextjs', 'vercel', 'nginx'] as const)(
    'is set up by the recipe for %s',
    async (name) => {
      const pixel = await stage.newPixel();
      const recipe = await startRecipe(name, pixel.firstParty.target);
      try {
        const at = clock.now();
        const landing = { service_id: 'sub_1', at, on: '127.0.0.1' };
        const send = (Cookie: string) =>
          recipe('e', {
            method: 'POST',
            headers: {
              Origin: stage.site.origin,
              'Content-Type': 'text/plain',
              Cookie,
              'User-Agent': 'Mozilla/5.0',
              // The country that a visitor claims.
              'X-Visitor-Country': 'FR',
              'X-Vercel-IP-Country': 'FR',
              'CloudFront-Viewer-Country': 'FR',
            },
            body: JSON.stringify({ name: 'lead', landing }),
          });
        const answer = await send('session=secret');
        expect(answer.status).toBe(202);
        const kept = encodeURIComponent(JSON.stringify(landing));
        expect(answer.headers.get('Set-Cookie')).toContain(`_service_kept=${kept}; Domain=127.0.0.1;`);
        const script = await recipe('p.js', { headers: { 'Accept-Encoding': 'gzip' } });
        expect(await script.text()).toContain('_service');
        expect((await recipe('p.js?debug', {})).headers.get('ETag')).not.toBe(script.headers.get('ETag'));
        const [event] = await stage.stored(pixel, 1);
        expect(event).toMatchObject({
          ipAddress: '198.51.100.7',
          location: { country: 'AT' },
          userAgent: 'Mozilla/5.0',
        });
        // The refusal cookie is passed on, but not the session.
        const refused = await send('session=secret; _service_no=1700000000000');
        expect([refused.status, refused.headers.get('Set-Cookie')]).toEqual([202, null]);
        const [, after] = await stage.stored(pixel, 2);
        expect(after).toMatchObject({ consent: 'denied', ipAddress: null });
        expect(recipe.passedOn()).toContain('cookie: _service_no=1700000000000');
        expect(recipe.passedOn().filter((line) => /session|: FR$/.test(line))).toEqual([]);
      } finally {
        await recipe.stop();
      }
    },
  );

  it('serves script and events from the site itself, with the visitor that the proxy names', async () => {
    const pixel = await stage.newPixel();
    const { path, target, snippet } = pixel.firstParty;
    stage.site.proxy(path, target, { 'X-Forwarded-For': '198.51.100.9', 'X-Visitor-Country': 'AT' });
    stage.site.put('/own', {
      html: pageWith(snippet),
      headers: { 'Content-Security-Policy': `default-src 'self'; img-src data:` },
    });
    const visit = await stage.visitor();
    await visit.go('/own');
    expect(await stage.stored(pixel, 1)).toMatchObject([
      { ipAddress: '198.51.100.9', location: { country: 'AT' } },
    ]);
    expect(visit.trouble).toEqual([]);
    await visit.context.close();
  });
});
