// The pages on the way to a platform: who asks for access, the redirect to the consent page, and the way
// back.
import { beforeAll, describe, expect, it } from 'vitest';
import { vars } from '../../src/env.ts';
import { begin, RETURN } from '../harness/ads/ad-connections.ts';
import { type MetaWorld, metaWorld } from '../harness/ads/meta.ts';
import { ask, type Browser, newBrowser, send, wordsOf } from '../harness/pages/pages.ts';
import { call, type Minted, mintAccount, ORIGIN } from '../harness/world.ts';

let meta: MetaWorld;
let brand: Minted;
beforeAll(async () => {
  meta = await metaWorld();
  brand = await mintAccount('brand', { name: 'Fern <b>', origins: ['https://app.brand.example'] });
});

const visit = async (body: object = {}) => (await begin(meta, brand, body)).slice(ORIGIN.length);
const open = (browser: Browser, path: string) => ask(browser, path, { env: meta.env });
const goOn = (browser: Browser, path: string) => send(browser, path, 'go', {}, { env: meta.env });
const backOf = (url: URL) => url.pathname + url.search;

describe('a visit', () => {
  it('says who asks for what, lets its form lead to the platform, and comes back connected', async () => {
    const [path, browser] = [await visit(), newBrowser()];
    const page = await open(browser, path);
    expect(page.status).toBe(200);
    expect(page.html).toContain('Fern &lt;b&gt; asks for access to Meta');
    expect(wordsOf(page)).toMatch(/your ad accounts: make, change and pause ads.*Continue to Meta/);
    const platform = new URL(vars(meta.env).META_DIALOG_URL).origin;
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' https: ${platform};`);
    expect([...browser.cookies.keys()]).toEqual(['__Host-form']);
    const gone = await goOn(browser, path);
    expect(gone.status).toBe(303);
    expect(browser.cookies.has('__Host-connect')).toBe(true);
    const back = await meta.consent(gone.headers.get('location')!);
    const stranger = await open(newBrowser(), backOf(back));
    expect([stranger.status, wordsOf(stranger).includes('Another browser')]).toEqual([403, true]);
    const ended = await open(browser, backOf(back));
    expect([ended.status, ended.headers.get('location')]).toEqual([303, `${RETURN}&status=connected#`]);
    expect((await open(browser, backOf(back))).status).toBe(410);
    const { data } = (await call('GET', '/v1/connections', { env: meta.env, key: brand.readKey })).body;
    expect(data).toHaveLength(1);
  });

  it('without a returnUrl ends here, and leads to another try after a no', async () => {
    const [path, browser] = [await visit({ returnUrl: undefined }), newBrowser()];
    const dialog = async () => (await goOn(browser, path)).headers.get('location')!;
    const no = await open(browser, backOf(await meta.consent(await dialog(), { answer: 'deny' })));
    expect([no.status, wordsOf(no).includes('Nothing was connected. You did not agree at Meta.')]).toEqual([
      200,
      true,
    ]);
    expect(no.html).toContain(`href="${path}"`);
    const yes = await open(browser, backOf(await meta.consent(await dialog())));
    expect(wordsOf(yes)).toContain('The account is connected. You can close this page.');
  });

  it('goes nowhere for a form of another site, and is nothing where there is none', async () => {
    const [path, browser] = [await visit(), newBrowser()];
    const forced = await send(
      browser,
      path,
      'go',
      {},
      { env: meta.env, headers: { 'Sec-Fetch-Site': 'cross-site' } },
    );
    expect([forced.status, forced.headers.get('location')]).toEqual([403, null]);
    expect(browser.cookies.has('__Host-connect')).toBe(false);
    for (const odd of ['/connections/x', `/connections/${'x'.repeat(32)}`, '/connections/callback/nothing'])
      expect((await open(browser, odd)).status, odd).toBe(404);
    expect((await open(browser, '/connections/callback/meta?state=x')).status).toBe(410);
    expect((await open(browser, `${path}/again`)).status).toBe(404);
  });
});
