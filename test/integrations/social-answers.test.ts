// Whatever a social platform answers, the adapter hands on what it understands or one of our errors, and no text of theirs.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { instagramAdapter } from '../../src/integrations/instagram/adapter.ts';
import { SocialError } from '../../src/integrations/social/error.ts';
import type { SocialPlatform } from '../../src/integrations/social/platform.ts';
import { tiktokDisplayAdapter } from '../../src/integrations/tiktok-display/adapter.ts';
import * as clock from '../harness/clock.ts';
import fc from '../harness/fc.ts';

const SECRET = 'secret text of theirs';
const site = {
  app: { id: '1', secret: 's' },
  at: {
    api: 'https://api.platform.example',
    consent: 'https://www.platform.example',
    tokens: 'https://login.platform.example',
    profiles: 'https://api.platform.example',
  },
};
const session = { site, token: 'token', user: '17' };
afterEach(() => vi.unstubAllGlobals());

function answering(status: number, body: string, headers: Record<string, string> = {}): void {
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers }));
}

const calls = (platform: SocialPlatform): [string, () => Promise<unknown>][] => [
  ['posts', () => platform.posts(session, null)],
  ['counts', () => platform.counts(session, ['1'])],
  ['renew', () => platform.renew!(site, 'refresh', clock.now())],
  ['exchangeCode', () => platform.exchangeCode(site, { code: 'c', redirectUri: 'r', now: clock.now() })],
];

describe.each([
  ['Instagram', instagramAdapter],
  ['TikTok', tiktokDisplayAdapter],
] as const)('%s', (name, platform) => {
  it('that answers anything at all is understood or refused in our words', async () => {
    const body = fc.oneof(
      fc.json(),
      fc.string(),
      fc
        .record({
          data: fc.oneof(
            fc.jsonValue(),
            fc.array(fc.record({ id: fc.string(), name: fc.constant('views') })),
          ),
          error: fc.oneof(
            fc.jsonValue(),
            fc.record({ code: fc.oneof(fc.string(), fc.integer()), message: fc.constant(SECRET) }),
          ),
        })
        .map((one) => JSON.stringify(one)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(200, 302, 400, 401, 403, 404, 429, 500, 503),
        body,
        async (status, text) => {
          answering(
            status,
            status === 302 ? '' : text,
            status === 302 ? { Location: 'https://elsewhere.example/' } : {},
          );
          for (const [what, ask] of calls(platform)) {
            try {
              await ask();
            } catch (error) {
              if (!(error instanceof SocialError))
                throw new Error(`${what} threw something else`, { cause: error });
              expect(error.message.startsWith(name)).toBe(true);
              expect(JSON.stringify([error.message, error.details])).not.toContain(SECRET);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('that is not asked in time, or answers a page of an endless text, is no answer', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('network');
    });
    for (const [, ask] of calls(platform)) await expect(ask()).rejects.toMatchObject({ kind: 'transient' });
    answering(200, 'x'.repeat(9 * 1024 * 1024));
    await expect(platform.posts(session, null)).rejects.toMatchObject({ kind: 'unreadable' });
  });
});

describe('Instagram', () => {
  const counts = async (body: object, status = 200) => {
    answering(status, JSON.stringify(body));
    return (await instagramAdapter.counts(session, ['1'])).get('1');
  };

  it('leaves out a metric that is not told, and never makes it 0', async () => {
    const told = {
      data: [
        { name: 'views', values: [{ value: 7 }] },
        { name: 'shares', total_value: { value: 2 } },
      ],
    };
    expect(await counts(told)).toEqual({ views: 7, likes: null, comments: null, shares: 2, saves: null });
    expect(await counts({ data: [] })).toEqual({
      views: null,
      likes: null,
      comments: null,
      shares: null,
      saves: null,
    });
    const odd = [-1, 1.5, '7', null, 2 ** 60].map((value) => ({ name: 'views', values: [{ value }] }));
    for (const one of odd) expect(await counts({ data: [one] })).toMatchObject({ views: null });
  });

  it('says of a post that it is gone, not told, or the connection over', async () => {
    const error = (code: number, error_subcode?: number) => ({
      error: { code, error_subcode, message: SECRET },
    });
    expect(await counts(error(100, 33), 400)).toBe('gone');
    expect(await counts(error(10), 400)).toBeUndefined();
    expect(await counts(error(100), 400)).toBeUndefined();
    await expect(counts(error(190, 463), 401)).rejects.toMatchObject({ kind: 'auth_expired' });
    await expect(counts(error(80002), 400)).rejects.toMatchObject({ kind: 'rate_limited' });
  });

  it('shows no stories and no ads, and reads the moment with its offset', async () => {
    const media = (id: string, more: object) => ({ id, timestamp: '2026-11-26T10:00:00+0530', ...more });
    const data = [
      media('1', { media_type: 'IMAGE', media_url: 'https://x.example/1.jpg' }),
      media('2', { media_product_type: 'STORY' }),
      media('3', { media_product_type: 'AD' }),
    ];
    answering(200, JSON.stringify({ data }));
    const { items, next } = await instagramAdapter.posts(session, null);
    expect([items.map(({ id, publishedAt, videoUrl }) => [id, publishedAt, videoUrl]), next]).toEqual([
      [['1', Date.parse('2026-11-26T04:30:00Z'), null]],
      null,
    ]);
    answering(200, JSON.stringify({ data, paging: { next: 'https://x.example/?access_token=t' } }));
    await expect(instagramAdapter.posts(session, null)).rejects.toMatchObject({ kind: 'unreadable' });
  });
});

describe('TikTok', () => {
  it('leaves out what is gone, and takes what a link says of its sharing off', async () => {
    const ok = { code: 'ok', message: '', log_id: '1' };
    answering(200, JSON.stringify({ data: { videos: [{ id: '2', view_count: 5 }] }, error: ok }));
    const counts = await tiktokDisplayAdapter.counts(session, ['1', '2']);
    expect([...counts]).toEqual([
      ['1', 'gone'],
      ['2', { views: 5, likes: null, comments: null, shares: null, saves: null }],
    ]);
    const share_url = 'https://www.tiktok.com/@ada/video/2?utm_source=x';
    const videos = [{ id: '2', create_time: 1_800_000_000, share_url }];
    answering(200, JSON.stringify({ data: { videos, cursor: 5, has_more: true }, error: ok }));
    const { items, next } = await tiktokDisplayAdapter.posts(session, null);
    expect([items[0]!.url, items[0]!.publishedAt, next]).toEqual([
      'https://www.tiktok.com/@ada/video/2',
      1_800_000_000_000,
      '5',
    ]);
  });

  it('whose client secret is wrong ends no connection; a refresh token that is refused does', async () => {
    answering(401, JSON.stringify({ error: 'invalid_client', error_description: SECRET }));
    await expect(tiktokDisplayAdapter.renew!(site, 'r', 0)).rejects.toMatchObject({ kind: 'invalid' });
    answering(400, JSON.stringify({ error: 'invalid_grant', error_description: SECRET }));
    await expect(tiktokDisplayAdapter.renew!(site, 'r', 0)).rejects.toMatchObject({ kind: 'auth_expired' });
  });
});
