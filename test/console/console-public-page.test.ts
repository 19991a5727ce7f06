// The public page of a program: what it shows, to whom, when not, and what it costs.
import { expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/kit/time.ts';
import * as clock from '../harness/clock.ts';
import { waitingFor } from '../harness/faults/trips.ts';
import { media, processed, upload } from '../harness/files.ts';
import { ask, browserOf, newBrowser, send, signedIn, wordsOf } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { mintCreator } from '../harness/work/creators.ts';
import { claimRecord } from '../harness/work/embeds.ts';
import { mintProgram, patchProgram } from '../harness/work/programs.ts';
import { call, mintAccount } from '../harness/world.ts';

const SHOWN = {
  ...{ name: 'Cork shoes', status: 'live', visibility: 'network', publicPage: true, platforms: ['tiktok'] },
  brief: { summary: 'A secret launch.', film: ['The first steps'] },
  pay: { rules: [{ type: 'per_video', amount: 5_000 }], currency: 'usd', cap: 200_000 },
  limits: { budget: 1_234_500 },
};

const NO_DATABASE = waitingFor(async (sql) => {
  throw new Error(`asked ${sql}`);
});

/** Another showing each time: nothing of it is kept yet. */
async function scene(more: object = {}) {
  const brand = await mintAccount('brand', { name: `Hidden Brand ${crypto.randomUUID()}` });
  const { id } = await mintProgram(brand.key, { ...SHOWN, ...more });
  const open = (path = '', env?: typeof NO_DATABASE) =>
    ask(newBrowser(), `/p/${id}${path}`, env ? { env } : {});
  return { brand, id, open };
}

it('says name, pay and platforms to anyone, and nothing else of the program', async () => {
  const { id, open } = await scene();
  const page = await open();
  expect(page.status).toBe(200);
  const words = wordsOf(page);
  expect(words).toContain('Cork shoes');
  expect(words).toContain('A creator earns $50.00 for each approved video.');
  expect(words).toContain('Platforms TikTok');
  for (const hidden of ['secret launch', 'first steps', 'Hidden Brand', '12,345', 'acct_'])
    expect(page.html).not.toContain(hidden);
  // What a messenger shows of its link.
  expect(page.html).toContain(`<meta property="og:url" content="https://service.test/p/${id}"/>`);
  expect(page.html).toContain('<meta property="og:title" content="Cork shoes"/>');
  expect(page.html).toContain(
    '<meta property="og:description" content="A creator earns $50.00 for each approved video."/>',
  );
  expect(page.html).not.toContain('og:image');
  expect(page.html).not.toContain('href="/docs');
  expect(page.headers.get('cache-control')).toBe('public, max-age=300');
});

it('leads a creator to the program, also one who has no profile yet', async () => {
  const { id, open } = await scene();
  const { html } = await open();
  const apply = `/app?program=${id}&only=1`;
  expect(html).toContain(`href="${apply.replace('&', '&amp;')}"`);
  expect(html).toContain(`href="/sign-up?to=${encodeURIComponent(apply)}"`);
  const partner = await mintAccount('partner');
  const creator = (await mintCreator(partner.key)).id as string;
  const browser = browserOf(await claimRecord(creator));
  const entered = await ask(browser, apply);
  expect(entered.headers.get('location')).toBe(`/app/${creator}/programs/${id}`);
  expect((await ask(browser, `/app?program=${id}`)).html).toContain(`href="/app/${creator}/programs/${id}"`);
  expect(wordsOf(await ask(browser, `/app/${creator}/programs/${id}`))).toContain('Apply');
  // Accounts do not apply: they are led to their own programs, as is everybody by what is no program.
  const admin = await signedIn(await personOf(partner, 'admin'));
  expect((await ask(admin, apply)).headers.get('location')).toBe(`/app/${partner.id}`);
  expect((await ask(browser, '/app?program=/evil&only=1')).headers.get('location')).toBe(`/app/${creator}`);
});

it('is there only once its account switched it on, while the program is live, for every creator and not over', async () => {
  for (const more of [
    { publicPage: undefined },
    { publicPage: false },
    { status: 'draft' },
    { visibility: 'invite' },
  ])
    expect([more, (await (await scene(more)).open()).status]).toEqual([more, 404]);
  const { brand, id } = await scene({ publicPage: false });
  const on = await patchProgram(brand.key, id, { publicPage: true });
  expect(on.body.data.publicPage).toBe(true);
  expect((await ask(newBrowser(), `/p/${id}`)).status).toBe(200);
  const ending = await scene({ endsAt: new Date(clock.now() + MINUTE_MS).toISOString() });
  clock.advance(2 * MINUTE_MS);
  expect((await ending.open()).status).toBe(404);
  for (const none of ['prog_00000000000000000000000000', 'x', '%00', brand.id])
    expect((await ask(newBrowser(), `/p/${none}`)).status).toBe(404);
});

it('costs the database nothing for five minutes, and is the same for everybody', async () => {
  clock.hold();
  const { brand, open, id } = await scene();
  const first = await open();
  const head = await ask(newBrowser(), `/p/${id}`, { method: 'HEAD', env: NO_DATABASE });
  expect([head.status, head.html, head.headers.getSetCookie()]).toEqual([200, '', []]);
  expect((await open('', NO_DATABASE)).html).toBe(first.html);
  const spelled = `/p/${id.replace('p', '%70')}`;
  expect((await ask(newBrowser(), spelled, { env: NO_DATABASE })).html).toBe(first.html);
  const admin = await signedIn(await personOf(brand, 'admin'));
  const theirs = await ask(admin, `/p/${id}?utm_source=mail`, { env: NO_DATABASE });
  expect(theirs.html).toBe(first.html);
  expect(theirs.headers.getSetCookie()).toEqual([]);
  expect(theirs.headers.get('request-id')).not.toBe(first.headers.get('request-id'));
  await patchProgram(brand.key, id, { status: 'paused' });
  clock.advance(2 * MINUTE_MS);
  const later = await open('', NO_DATABASE);
  // Nor do browsers keep it beyond the five minutes.
  expect([later.status, later.headers.get('cache-control')]).toEqual([200, 'public, max-age=180']);
  clock.advance(3 * MINUTE_MS);
  expect((await open()).status).toBe(404);
});

it('costs the database nothing either while it is off, and is there a minute after it was switched on', async () => {
  clock.hold();
  const { brand, open, id } = await scene({ publicPage: false });
  const off = await open();
  const again = await open('', NO_DATABASE);
  for (const page of [off, again]) {
    expect([page.status, page.headers.get('cache-control')]).toEqual([404, 'public, max-age=60']);
    expect(page.headers.getSetCookie()).toEqual([]);
  }
  await open('/image');
  expect((await open('/image', NO_DATABASE)).status).toBe(404);
  await patchProgram(brand.key, id, { publicPage: true });
  clock.advance(MINUTE_MS);
  expect((await open()).status).toBe(200);
});

it('keeps nothing of a visitor who opens it first', async () => {
  const { brand, id, open } = await scene();
  const admin = await signedIn(await personOf(brand, 'admin'));
  admin.cookies.set('__Host-notice', encodeURIComponent('Only for Ada'));
  await ask(admin, `/p/${id}?who=ada`);
  const page = await open('', NO_DATABASE);
  expect(page.html).not.toContain('Only for Ada');
  expect(page.html).not.toContain('who=ada');
  expect(page.html).toContain('href="/sign-in"');
});

it('has its image at an address that lasts, for as long as the page is there', async () => {
  const brand = await mintAccount();
  const answer = await upload(brand.key, 'program_image', media.png);
  const image = await processed(brand.key, answer.body.data.id);
  const { id } = await mintProgram(brand.key, { ...SHOWN, image: image.id });
  const html = (await ask(newBrowser(), `/p/${id}`)).html;
  expect(html).toContain(`src="/p/${id}/image"`);
  expect(html).toContain(`<meta property="og:image" content="https://service.test/p/${id}/image"/>`);
  expect(html).toContain(`<meta property="og:image:width" content="${image.width}"/>`);
  expect(html).toContain(`<meta property="og:image:height" content="${image.height}"/>`);
  clock.advance(60 * MINUTE_MS);
  const shown = await ask(newBrowser(), `/p/${id}/image`);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(shown.headers.get('content-length')).toBe(String(image.size));
  expect((await ask(newBrowser(), `/p/${id}/image`, { env: NO_DATABASE })).status).toBe(200);
  await patchProgram(brand.key, id, { publicPage: false });
  clock.advance(5 * MINUTE_MS);
  expect((await ask(newBrowser(), `/p/${id}/image`)).status).toBe(404);
  expect((await (await scene()).open('/image')).status).toBe(404);
});

it('is off in a copy of its program', async () => {
  const { brand, id } = await scene();
  const admin = await signedIn(await personOf(brand, 'admin'));
  const made = await send(admin, `/app/${brand.id}/programs/${id}`, 'duplicate');
  const copy = made.headers.get('location')!.split('/').at(-1)!;
  const { data } = (await call('GET', `/v1/programs/${copy}`, { key: brand.key })).body;
  expect(data).toMatchObject({ name: 'Cork shoes (copy)', visibility: 'network', publicPage: false });
});
