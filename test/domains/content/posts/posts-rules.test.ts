// What the days of a post come to, and what its numbers look like: the pure rules.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dailyGains, type Reading, viewsBy } from '../../../../src/domains/content/posts/daily-gains.ts';
import { judgePost, type PostFacts } from '../../../../src/domains/content/posts/judge-post.ts';
import { matchSubmissions } from '../../../../src/domains/content/posts/match-submissions.ts';
import { postKey } from '../../../../src/domains/content/posts/post-key.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/kit/time.ts';

const MIDNIGHT = Date.UTC(2026, 2, 28);
const reading = (at: number, views: number): Reading => ({
  at,
  views,
  likes: Math.floor(views / 10),
  comments: null,
  shares: null,
});

describe('the gains of a day', () => {
  it('are what came between two midnights, however the hours of the readings lie', () => {
    const published = MIDNIGHT + 6 * HOUR_MS;
    const readings = [
      reading(MIDNIGHT + 18 * HOUR_MS, 1200),
      reading(MIDNIGHT + DAY_MS + 12 * HOUR_MS, 1380),
      reading(MIDNIGHT + 2 * DAY_MS + 12 * HOUR_MS, 1380),
    ];
    expect(dailyGains(readings, published)).toEqual([
      {
        date: '2026-03-28',
        views: 1260,
        engagements: 126,
        likes: 126,
        comments: null,
        shares: null,
        estimated: false,
      },
      {
        date: '2026-03-29',
        views: 120,
        engagements: 12,
        likes: 12,
        comments: null,
        shares: null,
        estimated: false,
      },
      {
        date: '2026-03-30',
        views: 0,
        engagements: 0,
        likes: 0,
        comments: null,
        shares: null,
        estimated: false,
      },
    ]);
    expect(viewsBy(readings, published, MIDNIGHT + DAY_MS)).toBe(1260);
    expect(dailyGains([], published)).toEqual([]);
  });

  it('that no reading tells are spread over the days, and say so: an outage of three days is no spike', () => {
    const readings = [1, 2, 6, 7].map((n) => reading(MIDNIGHT + n * DAY_MS, n * 1000));
    const days = dailyGains(readings, MIDNIGHT);
    expect(days.map(({ views }) => views)).toEqual(Array(7).fill(1000));
    expect(days.map(({ estimated }) => estimated)).toEqual([false, false, true, true, true, true, false]);
  });

  it('are below zero where the platform takes views back', () => {
    const readings = [reading(MIDNIGHT + DAY_MS, 1000), reading(MIDNIGHT + 2 * DAY_MS, 900)];
    expect(dailyGains(readings, MIDNIGHT).map(({ views }) => views)).toEqual([1000, -100]);
  });

  it('add up to the last count, wherever the readings lie', () => {
    const gaps = fc.array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 90_000 })), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: DAY_MS }), gaps, (offset, steps) => {
        const published = MIDNIGHT + offset;
        let at = published;
        const readings = steps.map(([hours, views]) => {
          at += hours * HOUR_MS;
          return reading(at, views);
        });
        const days = dailyGains(readings, published);
        expect(days.reduce((sum, { views }) => sum + views, 0)).toBe(readings.at(-1)!.views);
        expect(days[0]!.date).toBe(new Date(published).toISOString().slice(0, 10));
        // Each day once, without a hole.
        for (const [n, one] of days.entries())
          expect(Date.parse(one.date)).toBe(Date.parse(days[0]!.date) + n * DAY_MS);
        const middle = published + (at - published) / 2;
        expect(viewsBy(readings, published, middle)).toBeLessThanOrEqual(
          Math.max(...readings.map(({ views }) => views)),
        );
      }),
    );
  });
});

const EVEN = [100, 100, 100, 100, 100].map((views, n) => ({
  date: `2026-03-0${n + 1}`,
  ...{ views, engagements: 10, likes: 10, comments: 0, shares: 0, estimated: false },
}));
const FACTS: PostFacts = {
  isUnresolved: false,
  isRead: true,
  daily: EVEN,
  views: 500,
  adViews: 0,
  fallen: 0,
  isGone: false,
  captionChanged: false,
  lacksDisclosure: false,
  isEarlier: false,
  missesEnd: false,
  claimedTwice: false,
  usualRate: 0.1,
};
const codes = (facts: Partial<PostFacts>) => {
  const { confidence, evidence } = judgePost({ ...FACTS, ...facts });
  return [confidence, ...evidence.map(({ code }) => code)];
};
const withDay = (views: number, engagements: number) => [
  ...EVEN.slice(1),
  { ...EVEN[0]!, date: '2026-03-09', views, engagements },
];

describe('the confidence', () => {
  it.each<[string, Partial<PostFacts>, string[]]>([
    ['even numbers', {}, ['looks_good']],
    ['two days', { daily: EVEN.slice(0, 2) }, ['not_enough_data']],
    ['99 views', { views: 99 }, ['not_enough_data']],
    ['100 views on three days', { views: 100, daily: EVEN.slice(0, 3) }, ['looks_good']],
    ['no connection', { isRead: false, isGone: true }, ['not_enough_data']],
    ['gone before there was enough', { isGone: true, views: 5 }, ['needs_review', 'gone']],
    ['an early post', { isEarlier: true }, ['needs_review', 'published_before']],
    ['another caption', { captionChanged: true }, ['needs_review', 'caption_changed']],
    ['no disclosure', { lacksDisclosure: true }, ['needs_review', 'no_disclosure']],
    ['readings that miss the end', { missesEnd: true }, ['needs_review', 'not_read_to_end']],
    ['a second claim', { claimedTwice: true }, ['needs_review', 'claimed_twice']],
    ['a fall of 5%', { fallen: 0.05 }, ['looks_good']],
    ['a fall of 6%', { fallen: 0.06 }, ['needs_review', 'views_fell']],
    ['half by ads', { adViews: 250 }, ['looks_good']],
    ['over half by ads', { adViews: 251 }, ['needs_review', 'mostly_ads']],
    ['a quarter of the usual reactions', { usualRate: 0.4 }, ['looks_good']],
    ['less than that', { usualRate: 0.41 }, ['needs_review', 'low_engagement']],
    ['no usual reactions', { usualRate: null }, ['looks_good']],
    ['a spike without reactions', { daily: withDay(5000, 100), views: 5400 }, ['needs_review', 'spike']],
    ['a spike with reactions', { daily: withDay(5000, 125), views: 5400, usualRate: null }, ['looks_good']],
    ['just over half', { daily: withDay(401, 1), views: 801, usualRate: null }, ['looks_good']],
    [
      'five times the median',
      { daily: withDay(500, 1), views: 900, usualRate: null },
      ['needs_review', 'spike'],
    ],
  ])('of %s', (_, facts, wanted) => {
    expect(codes(facts)).toEqual(wanted);
  });

  it('gives the first finding as the reason, in words without numbers of other posts', () => {
    const judged = judgePost({ ...FACTS, isGone: true, usualRate: 0.9 });
    expect(judged.reason).toBe('The post was deleted or made private.');
    expect(judged.evidence.at(-1)).toEqual({
      code: 'low_engagement',
      text: "It has 11% of the reactions per view that this creator's posts usually have.",
      factor: 0.11,
    });
  });
});

describe('an address', () => {
  it.each([
    ['https://www.tiktok.com/@ada/video/731?lang=en', 'tiktok', '731'],
    ['https://www.tiktok.com/@ada/photo/731', 'tiktok', '731'],
    ['https://vm.tiktok.com/ZMabc/', 'tiktok', null],
    ['https://www.instagram.com/p/Cxy', 'instagram', 'Cxy'],
    ['https://www.instagram.com/reel/Cxy/', 'instagram', 'Cxy'],
    ['https://www.instagram.com/share/Cxy', 'instagram', null],
  ])('%s names a post', (url, platform, key) => {
    expect(postKey(url)).toEqual({ platform, key });
  });

  it.each(['https://www.youtube.com/watch?v=1', 'https://nottiktok.com/@a/video/1', 'no url'])(
    '%s does not',
    (url) => {
      expect(postKey(url)).toBeNull();
    },
  );
});

describe('matching', () => {
  const submission = (tail: string, url: string | null = null, accountId = 'acct_1', urlByBrand = false) => ({
    id: `sub_${tail}`,
    accountId,
    url,
    urlByBrand,
    platform: null as string | null,
  });
  const post = (id: string, caption: string | null, url: string | null = null) => ({
    ...{ id, connectionId: 'conn_1', url, caption, publishedAt: 1, platform: 'tiktok' as const },
  });
  const free = () => false;

  it('wants the whole hashtag, in any case', () => {
    const [one, other] = [submission('aaaaaa'), submission('bbbbbb')];
    const own = [post('p1', 'So #waaaaaab'), post('p2', 'This #WAAAAAA!'), post('p3', 'wbbbbbb')];
    const found = matchSubmissions([one, other], own, free);
    expect([...found].map(([id, { id: of }]) => [id, of])).toEqual([['sub_aaaaaa', 'p2']]);
  });

  it('looks for the code only where the work was to be published', () => {
    const own = [post('p1', '#waaaaaa')];
    const at = (platform: string) =>
      matchSubmissions([{ ...submission('aaaaaa'), platform }], own, free).size;
    expect(['tiktok', 'instagram', 'meta'].map(at)).toEqual([1, 0, 0]);
  });

  it('takes a given URL before the code, and the newest of several', () => {
    const url = 'https://www.tiktok.com/@ada/video/1';
    const own = [post('p1', '#waaaaaa', `${url}2`), post('p2', 'Old', url), post('p3', '#waaaaaa')];
    expect(matchSubmissions([submission('aaaaaa', url)], own, free).get('sub_aaaaaa')?.id).toBe('p2');
    expect(matchSubmissions([submission('aaaaaa')], own, free).get('sub_aaaaaa')?.id).toBe('p1');
  });

  it('takes a URL that the brand alone named only together with the code', () => {
    const url = 'https://www.tiktok.com/@ada/video/1';
    const asked = submission('aaaaaa', url, 'acct_1', true);
    expect(matchSubmissions([asked], [post('p1', 'Old', url), post('p2', '#waaaaaa')], free).size).toBe(0);
    expect(matchSubmissions([asked], [post('p1', 'Old #waaaaaa', url)], free).size).toBe(1);
  });

  it('gives a post to one work of an account, and again to one of another', () => {
    const own = [post('p1', '#waaaaaa #wbbbbbb #wcccccc')];
    const submissions = [submission('aaaaaa'), submission('bbbbbb'), submission('cccccc', null, 'acct_2')];
    expect([...matchSubmissions(submissions, own, free).keys()]).toEqual(['sub_aaaaaa', 'sub_cccccc']);
    const taken = ({ accountId }: { accountId: string }) => accountId === 'acct_2';
    expect([...matchSubmissions(submissions, own, taken).keys()]).toEqual(['sub_aaaaaa']);
  });
});
