// Lists of ads in the platforms' paging formats, extended from the one entry that a simulator really has.
import { vi } from 'vitest';

export interface LongList {
  /** Entries in a page that we request. */
  aPage: number;
  isList(url: URL, asked: string): boolean;
  /** The number of the requested page, from 0. */
  pageOf(url: URL, asked: string): number;
  /** The answer with these entries instead of its own, and the link to the next page. */
  filled(body: Json, numbers: number[], next: number | null): Json;
  /**
   * An answer that says that there is more, but without a link to it. Google's link is its only sign of more.
   */
  lost?(body: Json): Json;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of four platforms, each of another form
type Json = any;

const digits = (n: number) => `9${String(n).padStart(14, '0')}`;
const uuid = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

export const LONG_LISTS: Readonly<Record<string, LongList>> = {
  Meta: {
    aPage: 200,
    isList: ({ pathname }) => pathname.endsWith('/ads'),
    pageOf: ({ searchParams }) => Number(searchParams.get('after') ?? 0),
    filled: ({ data: [ad] }, numbers, next) => ({
      data: numbers.map((n) => ({ ...ad, id: digits(n) })),
      paging:
        next === null
          ? { cursors: { after: 'end' } }
          : { cursors: { after: String(next) }, next: 'https://graph.example/' },
    }),
    lost: (body) => ({ ...body, paging: { next: 'https://graph.example/?after=1' } }),
  },
  TikTok: {
    aPage: 1000,
    isList: ({ pathname }) => pathname.endsWith('/smart_plus/ad/get/'),
    pageOf: ({ searchParams }) => Number(searchParams.get('page')) - 1,
    filled: (body, numbers, next) => {
      const [ad] = body.data.list;
      const list = numbers.map((n) => ({ ...ad, smart_plus_ad_id: digits(n) }));
      const page = next ?? 1;
      return { ...body, data: { list, page_info: { page, total_page: next === null ? page : page + 1 } } };
    },
    lost: ({ data: { page_info: _, ...data }, ...body }) => ({ ...body, data }),
  },
  Google: {
    aPage: 10_000,
    isList: (_, asked) => asked.includes('FROM ad_group_ad WHERE campaign.id'),
    pageOf: (_, asked) => Number(JSON.parse(asked).pageToken ?? 0),
    filled: ({ results: [row] }, numbers, next) => ({
      results: numbers.map((n) => ({
        ...row,
        adGroupAd: { ...row.adGroupAd, ad: { ...row.adGroupAd.ad, id: digits(n) } },
      })),
      ...(next === null ? {} : { nextPageToken: String(next) }),
    }),
  },
  Snapchat: {
    aPage: 1000,
    isList: ({ pathname }) => pathname.endsWith('/ads'),
    pageOf: ({ searchParams }) => Number(searchParams.get('cursor') ?? 0),
    filled: (body, numbers, next) => ({
      ...body,
      ads: numbers.map((n) => ({ ...body.ads[0], ad: { ...body.ads[0].ad, id: uuid(n) } })),
      paging: next === null ? {} : { next_link: `https://ads.example/v1/x?cursor=${next}` },
    }),
    lost: (body) => ({ ...body, paging: { next_link: 'https://ads.example/v1/x' } }),
  },
};

/** Runs `run` while the platform's list of ads says that there is more but has no link to it. */
export async function leadingNowhere<T>(list: LongList, run: () => Promise<T>): Promise<T> {
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: URL | string, init?: RequestInit) => {
    const answer = await real(input, init);
    const asked = typeof init?.body === 'string' ? init.body : '';
    return list.isList(new URL(input), asked) ? Response.json(list.lost!(await answer.json())) : answer;
  });
  try {
    return await run();
  } finally {
    vi.stubGlobal('fetch', real);
  }
}

/** Runs `run` while the platform seems to have this many ads. */
export async function lengthened<T>(list: LongList, count: number, run: () => Promise<T>): Promise<T> {
  const real = globalThis.fetch;
  let one: Json = null;
  vi.stubGlobal('fetch', async (input: URL | string, init?: RequestInit) => {
    const url = new URL(input);
    const asked = typeof init?.body === 'string' ? init.body : '';
    if (!list.isList(url, asked)) return await real(input, init);
    const page = list.pageOf(url, asked);
    if (page === 0) one = await (await real(input, init)).json();
    const from = page * list.aPage;
    const to = Math.min(count, from + list.aPage);
    const numbers = Array.from({ length: to - from }, (_, n) => from + n);
    return Response.json(list.filled(one, numbers, to < count ? page + 1 : null));
  });
  try {
    return await run();
  } finally {
    vi.stubGlobal('fetch', real);
  }
}
