// The frame of embeds and the script that shows it: who may have them, how large they are, and what they make
// of the texts of others.
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { EMBED_COMPONENTS } from '../../src/auth/frame.ts';
import { TEXTS } from '../../src/console/asset-texts.generated.ts';
import { appearanceOf, PALETTES } from '../../src/console/islands/embed/appearance.ts';
import { contrast, parseColor, type Rgb } from '../../src/console/islands/embed/colors.ts';
import { merged } from '../../src/console/islands/embed/merged.ts';
import { fromFrame, toFrame } from '../../src/console/islands/embed/messages.ts';
import {
  type Application,
  type Balance,
  type Earning,
  type Message,
  type Program,
  type Submission,
  stateOf,
  type Thread,
} from '../../src/console/islands/embed/records.ts';
import { LANGUAGES, languageOf } from '../../src/console/islands/embed/texts.ts';
import {
  ATTACHMENT_TYPES,
  MOST_ATTACHMENT_BYTES,
  MOST_VIDEO_BYTES,
  VIDEO_TYPES,
  wrongAttachment,
  wrongVideo,
} from '../../src/console/islands/uploads/file-rules.ts';
import { LOADER } from '../../src/console/static.ts';
import type { Message as ApiMessage } from '../../src/domains/messaging/thread-record/message.ts';
import type { Thread as ApiThread } from '../../src/domains/messaging/thread-record/thread.ts';
import type { Balance as ApiBalance } from '../../src/domains/money/balance/balance.ts';
import type { Earning as ApiEarning } from '../../src/domains/money/earnings/earning.ts';
import { PURPOSES } from '../../src/domains/platform/files/purposes.ts';
import type { Application as ApiApplication } from '../../src/domains/work/applications/application.ts';
import type { Program as ApiProgram } from '../../src/domains/work/program-terms/program.ts';
import type { Submission as ApiSubmission } from '../../src/domains/work/submissions/submission.ts';
import fc from '../harness/fc.ts';
import { scriptsOf } from '../harness/pages/page-weight.ts';
import { ask, newBrowser, signedIn } from '../harness/pages/pages.ts';
import { personOf } from '../harness/people/person.ts';
import { enroll, mintAgreement } from '../harness/work/creators.ts';
import { beginEmbed, mintEmbedScene, openFrame, SHOP } from '../harness/work/embeds.ts';
import { call, testEnv } from '../harness/world.ts';

describe('the loader', () => {
  it('is for pages of every origin, and asked about again after five minutes', async () => {
    const { status, headers, html } = await ask(newBrowser(), LOADER);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(html).toContain('Service');
    const known = { headers: { 'If-None-Match': headers.get('etag')! } };
    const again = await ask(newBrowser(), LOADER, known);
    expect([again.status, again.html]).toEqual([304, '']);
    expect((await ask(newBrowser(), LOADER, { method: 'PUT' })).status).toBe(405);
  });

  it('has at most 5 kB, gzipped', async () => {
    expect(await gzipped(TEXTS[LOADER]!)).toBeLessThan(5_000);
  });
});

describe('a component', () => {
  it.each(Object.keys(EMBED_COMPONENTS))(
    'comes with at most 35 kB of script, gzipped: %s',
    async (component) => {
      const scene = await mintEmbedScene();
      const { id } = (await beginEmbed(scene, { component })).body.data;
      const frame = await ask(newBrowser(), `/embed/frame/${id}`);
      const owner = await signedIn(await personOf(scene.brand));
      const preview = await ask(owner, `/app/${scene.brand.id}/embeds/new?component=${component}`);
      for (const { status, html } of [frame, preview]) {
        expect(status).toBe(200);
        const { bytes } = await scriptsOf(html);
        expect(bytes).toBeGreaterThan(20_000);
        expect(bytes).toBeLessThan(35_000);
      }
      // A script that only another one names would cost the visitors of a customer's page a round trip.
      expect((await scriptsOf(frame.html)).unnamed).toEqual([]);
    },
  );
});

async function gzipped(text: string): Promise<number> {
  const stream = new Response(text).body!.pipeThrough(new CompressionStream('gzip'));
  return (await new Response(stream).arrayBuffer()).byteLength;
}

describe('the page of a frame', () => {
  it('can be framed by the origin of its session alone, sets no cookie, and says nothing of the creator', async () => {
    const scene = await mintEmbedScene();
    const { id, clientSecret } = (await beginEmbed(scene, { locale: 'de' })).body.data;
    const { status, headers, html } = await ask(newBrowser(), `/embed/frame/${id}`);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toMatch(new RegExp(`; frame-ancestors ${SHOP}$`));
    expect(headers.has('x-frame-options')).toBe(false);
    expect(headers.getSetCookie()).toEqual([]);
    expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    for (const text of [scene.creator, scene.brand.id, clientSecret]) expect(html).not.toContain(text);
    expect(html).toContain(`data-origin="${SHOP}" data-component="programs" data-locale="de"`);
  });

  it('is framed by nobody once its key or origin is gone, and missing where there is no session', async () => {
    const scene = await mintEmbedScene();
    const { id } = await openFrame(scene);
    await testEnv.DB.prepare('DELETE FROM key_origins WHERE key_id = ?').bind(scene.brand.keyId).run();
    const missing = `emb_${'0'.repeat(26)}`;
    for (const [path, expected] of [
      [id, 410],
      [missing, 404],
      ['x', 404],
    ] as const) {
      const { status, headers } = await ask(newBrowser(), `/embed/frame/${path}`);
      expect(status).toBe(expected);
      expect(headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'$/);
    }
  });
});

const number = fc.integer({ min: 0, max: 255 });
const color = fc.tuple(number, number, number);
const css = ([r, g, b]: readonly number[]) => `rgb(${r}, ${g}, ${b})`;

describe('the look of a frame', () => {
  it('keeps every text readable, whatever colours are given', () => {
    const names = Object.keys(PALETTES.light) as (keyof typeof PALETTES.light)[];
    fc.assert(
      fc.property(
        fc.constantFrom('light' as const, 'dark' as const),
        fc.dictionary(fc.constantFrom(...names), color.map(css)),
        (theme, variables) => {
          const { properties } = appearanceOf(variables, theme);
          const found = new Map(properties);
          const of = (name: string) => found.get(name)!.match(/\d+/g)!.map(Number) as unknown as Rgb;
          for (const name of ['--ink', '--ink-soft', '--accent', '--danger'])
            expect(contrast(of(name), of('--ground')), name).toBeGreaterThanOrEqual(4.5);
          expect(contrast(of('--accent-ink'), of('--accent'))).toBeGreaterThanOrEqual(4.5);
          expect(contrast(of('--line-strong'), of('--ground'))).toBeGreaterThanOrEqual(3);
        },
      ),
    );
  });

  it('sets no text of others: what is no colour, length or font of the list is ignored', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (variables) => {
        const usual = appearanceOf({}, 'light');
        const { properties, ignored } = appearanceOf(variables, 'light');
        expect(properties.map(([name]) => name)).toEqual(usual.properties.map(([name]) => name));
        for (const [, value] of properties) expect(value).toMatch(/^[\w\s.,()-]+$/);
        expect(ignored.length).toBe(Object.keys(variables).length);
      }),
    );
    const odd = ['red', '#12', '#12345g', 'rgb(1,2,300)', 'rgba(0,0,0,0)', 'var(--x)', '#fff;x', 'url(x)'];
    expect(odd.map(parseColor)).toEqual(odd.map(() => null));
    expect(['#fff', '#A0b1C2', 'rgb( 1, 2 ,3 )'].map(parseColor)).toEqual([
      [255, 255, 255],
      [160, 177, 194],
      [1, 2, 3],
    ]);
    const lengths = (fontSize: string) =>
      new Map(appearanceOf({ fontSize }, 'dark').properties).get('--size');
    expect(['16px', '99px', '1px', '1em', '-3px'].map(lengths)).toEqual([
      '16px',
      '20px',
      '14px',
      '15px',
      '15px',
    ]);
  });
});

describe('a video that a frame is to send', () => {
  it('is refused before it is sent by the rules of the API', () => {
    const { types, limit } = PURPOSES.submission;
    expect([VIDEO_TYPES, MOST_VIDEO_BYTES]).toEqual([types, limit]);
    const wrong = (type: string, name = 'cup.mp4', size = 1) => wrongVideo({ type, name, size });
    expect(types.map((type) => wrong(type))).toEqual([null, null, null]);
    expect([wrong(''), wrong('', 'CUP.MOV'), wrong('', 'cup.avi')]).toEqual([null, null, 'wrongType']);
    expect(wrong('video/x-matroska')).toBe('wrongType');
    expect([wrong('video/mp4', 'x', limit), wrong('video/mp4', 'x', limit + 1)]).toEqual([null, 'tooLarge']);
    expect(wrong('video/mp4', 'x', 0)).toBe('emptyFile');
    const chat = PURPOSES.chat_attachment;
    expect([ATTACHMENT_TYPES.toSorted(), MOST_ATTACHMENT_BYTES]).toEqual([chat.types.toSorted(), chat.limit]);
    expect(wrongAttachment({ type: 'text/html', size: 1 })).toBe('wrongAttachment');
    expect(wrongAttachment({ type: 'image/png', size: chat.limit + 1 })).toBe('tooLargeAttachment');
  });
});

describe('the messages between page and frame', () => {
  it('are taken only in their exact form', () => {
    const secret = `emb_${'0'.repeat(26)}_secret_${'a'.repeat(49)}`;
    const look = { theme: 'dark', variables: { colorText: '#fff' }, hide: ['title'], locale: null };
    const right = [
      { type: 'look', look },
      { type: 'secret', clientSecret: secret },
      { type: 'secret', clientSecret: null },
    ];
    expect(right.map(toFrame)).toEqual(right);
    const wrong = [
      null,
      'look',
      [],
      {},
      { type: 'look' },
      { type: 'look', look, more: 1 },
      { type: 'look', look: { ...look, theme: 'x' } },
      { type: 'look', look: { ...look, variables: { colorText: 1 } } },
      { type: 'look', look: { ...look, hide: Array.from({ length: 51 }, () => 'x') } },
      { type: 'secret', clientSecret: 'x' },
      { type: 'constructor' },
    ];
    expect(wrong.map(toFrame)).toEqual(wrong.map(() => null));
    const id = `appl_${'0'.repeat(26)}`;
    const said = [
      { type: 'wantsSecret' },
      { type: 'ready', ignored: [] },
      { type: 'resized', height: 300 },
      { type: 'submitted', kind: 'application', id },
      { type: 'ended', reason: 'taken_over' },
    ];
    expect(said.map(fromFrame)).toEqual(said);
    const lies = [
      { type: 'resized', height: 20_001 },
      { type: 'resized', height: 1.5 },
      { type: 'resized', height: '300px' },
      { type: 'submitted', kind: 'application', id: '<b>' },
      { type: 'ended', reason: 'Long text' },
      { type: 'toString' },
      { ...said[0], more: true },
    ];
    expect(lies.map(fromFrame)).toEqual(lies.map(() => null));
  });
});

describe('the texts of a frame', () => {
  it('are in English and German, and dates, numbers and amounts as the whole tag writes them', () => {
    expect(LANGUAGES).toEqual(['en', 'de']);
    const [german, swiss, other] = [
      languageOf(['de-DE']),
      languageOf(['', 'de-CH']),
      languageOf(['ja', 'x-']),
    ];
    expect([german.lang, swiss.lang, other.lang]).toEqual(['de', 'de', 'en']);
    expect(german.money(123_456, 'eur').replaceAll(/\s/g, ' ')).toBe('1.234,56 €');
    expect(swiss.money(123_456, 'chf')).toMatch(/^CHF.1[’']234\.56$/);
    expect(other.money(1_240, 'jpy')).toBe('¥1,240');
    expect(german.date('2026-11-27T23:30:00.000Z')).toBe('27. November 2026');
    expect(german.percent(1.5)).toMatch(/^1,5.%$/);
    expect(other.text('payCap', { amount: '{amount}' })).toBe('At most {amount} for the whole program.');
  });

  it('have the same gaps in each language', () => {
    const gaps = (language: string) => {
      const { text } = languageOf([language]);
      const names = ['details', 'payCap', 'per_video', 'view_milestone', 'from', 'until'] as const;
      return names.map((name) => text(name, { name: '1', amount: '2', views: '3', date: '4' }).match(/\d/g));
    };
    expect(gaps('de')).toEqual(gaps('en'));
  });
});

// The compiler compares what the frame reads with what the API answers.
const readProgram = (of: ApiProgram): Program => of;
const readBalance = (of: z.output<typeof ApiBalance>): Balance => of;
const readThreads = (of: ApiThread[]): Thread[] => of;
const readMessages = (of: ApiMessage[]): Message[] => of;
const readSubmissions = (of: ApiSubmission[]): Submission[] => of;
const readEarnings = (of: ApiEarning[]): Earning[] => of;
const readApplication = (of: ApiApplication): Application => of;

describe('what a frame reads of earnings', () => {
  it('is nothing where the creator has earned nothing, and opened by the frame’s own token', async () => {
    const { token } = await openFrame(await mintEmbedScene(), { component: 'earnings' });
    const read = async (path: string) => (await call('GET', path, { key: token })).body.data;
    expect(readBalance(await read('/v1/balance')).balances).toEqual([]);
    expect(readEarnings(await read('/v1/earnings'))).toEqual([]);
  });
});

describe('what a frame reads of submissions', () => {
  it('is nothing before anything was sent in', async () => {
    const { token } = await openFrame(await mintEmbedScene(), { component: 'submissions' });
    const { body } = await call('GET', '/v1/submissions', { key: token });
    expect(readSubmissions(body.data)).toEqual([]);
  });
});

describe('what a frame reads of messages', () => {
  it('is each once, as new as anything has told, in their order', async () => {
    const scene = await mintEmbedScene();
    const { token: key } = await openFrame(scene, { component: 'messages' });
    const creator = { key: scene.brand.key, as: scene.creator };
    await enroll(scene.brand.key, creator, scene.program);
    const message = { body: 'One' };
    const body = { kind: 'direct', with: scene.creator, message };
    const thread = (await call('POST', '/v1/threads', { key: scene.brand.key, body })).body.data;
    expect(readThreads((await call('GET', '/v1/threads', { key })).body.data)).toHaveLength(1);
    await call('POST', '/v1/messages', { key, body: { thread: thread.id, body: 'Two' } });
    const listed = await call('GET', `/v1/messages?thread=${thread.id}`, { key });
    const [two, one] = readMessages(listed.body.data);
    const edited = { ...one!, body: 'First', version: 2 };
    expect(merged([one!], [edited, two!]).map((each) => each.body)).toEqual(['First', 'Two']);
    expect(merged([edited, two!], [two!, one!]).map((each) => each.body)).toEqual(['First', 'Two']);
  });
});

describe('what a frame makes of an application', () => {
  it('is the state that it is in for the creator', async () => {
    const scene = await mintEmbedScene();
    const { token } = await openFrame(scene);
    const { name } = readProgram(
      (await call('GET', `/v1/programs/${scene.program}`, { key: token })).body.data,
    );
    expect(name).toMatch(/\w/);
    const state = ({ body }: Awaited<ReturnType<typeof call>>) => stateOf(readApplication(body.data));
    const applied = await call('POST', '/v1/applications', { key: token, body: { program: scene.program } });
    const path = `/v1/applications/${applied.body.data.id}`;
    const brand = (status: string) => call('PATCH', path, { key: scene.brand.key, body: { status } });
    expect(stateOf(null)).toBe('status_none');
    expect(state(applied)).toBe('status_pending');
    expect(state(await brand('approved'))).toBe('status_approved');
    expect(state(await brand('rejected'))).toBe('status_removed');
    const other = await mintEmbedScene();
    const agreements = [await mintAgreement(other.brand.id)];
    await call('PATCH', `/v1/programs/${other.program}`, { key: other.brand.key, body: { agreements } });
    const invitation = { program: other.program, creator: other.creator };
    const invited = await call('POST', '/v1/applications', { key: other.brand.key, body: invitation });
    expect(state(invited)).toBe('status_invited');
    const withdrawn = await call('PATCH', `/v1/applications/${invited.body.data.id}`, {
      ...{ key: (await openFrame(other)).token, body: { status: 'withdrawn' } },
    });
    expect(state(withdrawn)).toBe('status_withdrawn');
  });
});
