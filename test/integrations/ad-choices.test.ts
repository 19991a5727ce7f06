// The options of a campaign's fields are read from each platform, completely or not at all.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AdSession } from '../../src/integrations/ads/platform.ts';
import type { AdObjective } from '../../src/integrations/ads/steps.ts';
import { googleAdapter } from '../../src/integrations/google/adapter.ts';
import { MOST_ACCOUNTS } from '../../src/integrations/google/setup.ts';
import { MOST_LISTED } from '../../src/integrations/provider/read-list.ts';
import { tiktokAdapter } from '../../src/integrations/tiktok/adapter.ts';
import { MOST_ADVERTISERS } from '../../src/integrations/tiktok/setup.ts';
import { AD_PLACES } from '../harness/ads/ad-places.ts';
import { errorOf } from '../harness/ads/ad-steps.ts';
import * as google from '../harness/ads/google.ts';
import * as meta from '../harness/ads/meta.ts';
import type { ScriptedAds } from '../harness/ads/scripted-ads.ts';
import * as snapchat from '../harness/ads/snapchat.ts';
import * as tiktok from '../harness/ads/tiktok.ts';

afterAll(() => void vi.unstubAllGlobals());

interface Listed {
  /** The options in a new world, by the paths of the fields. */
  usual: Record<string, unknown>;
  /** A list of several pages: how many more there are, and how the simulator stores them. */
  long: { path: string; more: number; node: (n: number) => object; kind: string; parent: string };
}

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const digits = (n: number) => String(900_000_000_000 + n);
const resource = (kind: string, id: string) => `customers/${google.MAIN}/${kind}/${id}`;

const LISTED: Record<string, Listed> = {
  Meta: {
    usual: {
      '/settings/pixel': [{ id: meta.PIXEL, name: 'Main pixel' }],
      // Without archived ones.
      '/settings/conversion': [{ id: '610000000000001', name: 'Large orders' }],
      '/settings/app': [{ id: '700000000000001', name: 'Sim App' }],
    },
    long: {
      path: '/settings/pixel',
      more: 250,
      kind: 'pixel',
      parent: meta.MAIN,
      node: (n) => ({ id: digits(n), name: `Pixel ${n}`, is_unavailable: false }),
    },
  },
  TikTok: {
    usual: {
      '/settings/pixel': [{ id: tiktok.PIXEL, name: 'Main pixel' }],
      '/settings/app': [{ id: tiktok.APP, name: 'Sim App' }],
      '/settings/locations': expect.arrayContaining([
        { id: '2921044', name: 'Germany' },
        { id: '5332921', name: 'California, United States' },
      ]),
    },
    long: {
      path: '/settings/pixel',
      more: 45,
      kind: 'pixel',
      parent: tiktok.MAIN,
      node: (n) => ({ id: digits(n), pixel_code: `C${n}`, pixel_name: `Pixel ${n}` }),
    },
  },
  Google: {
    usual: {
      '/settings/logo': [{ id: resource('assets', '901'), name: 'Logo' }],
      '/settings/conversion': expect.arrayContaining([
        { id: resource('conversionActions', '7000000001'), name: 'Purchases' },
      ]),
      '/settings/conversionGoal': [{ id: resource('customConversionGoals', '5'), name: 'Memberships' }],
      '/settings/languages': expect.arrayContaining([{ id: '1003', name: 'Spanish' }]),
    },
    long: {
      path: '/settings/conversion',
      more: 25,
      kind: 'conversionAction',
      parent: google.MAIN,
      node: (n) => ({
        id: resource('conversionActions', digits(n)),
        name: `Action ${n}`,
        category: 'PURCHASE',
        type: 'WEBPAGE',
        status: 'ENABLED',
      }),
    },
  },
  Snapchat: {
    usual: {
      '/settings/pixel': [{ id: snapchat.PIXEL, name: 'Main pixel' }],
      '/settings/languages': expect.arrayContaining([
        { id: 'en', name: 'English' },
        { id: 'sw', name: 'Swahili' },
      ]),
    },
    long: {
      path: '/settings/pixel',
      more: 1_050,
      kind: 'pixel',
      parent: snapchat.MAIN,
      node: (n) => ({ id: uuid(n), name: `Pixel ${n}`, status: 'ACTIVE', effective_status: 'ACTIVE' }),
    },
  },
};

/** Fields that people type: words, amounts, and what the platform does not list. */
const TYPED = [
  ...['/settings/businessName', '/settings/targetCpa', '/settings/connectedTv'],
  ...['/settings/singaporeBeneficiary', '/settings/singaporePayer'],
  ...['/settings/australiaBeneficiary', '/settings/australiaPayer'],
  // Stored for later, and not in the form.
  '/settings/revenueConversion',
];

async function furnished(provider: string, world: ScriptedAds): Promise<void> {
  // Options that nobody can use there are left out.
  if (provider === 'meta') {
    const nodes = [{ id: digits(999), name: 'Gone', is_unavailable: true }];
    await world.sim('add', { kind: 'pixel', parent: meta.MAIN, nodes });
  }
  if (provider === 'snapchat') {
    const nodes = [{ id: uuid(999_999), name: 'Off', status: 'PAUSED', effective_status: 'PAUSED' }];
    await world.sim('add', { kind: 'pixel', parent: snapchat.MAIN, nodes });
  }
  if (provider === 'google') {
    const image = (id: string, name: string, bytes: Uint8Array) => ({
      id: resource('assets', id),
      name,
      imageAsset: { data: btoa(String.fromCharCode(...bytes)) },
    });
    // One square image, and one that is not a logo.
    const nodes = [
      image('901', 'Logo [k3f9a2bc]', google.png(512, 512)),
      image('902', 'Wide', google.png(512, 200)),
    ];
    await world.sim('add', { kind: 'asset', parent: google.MAIN, nodes });
    const goal = (id: string, name: string) => ({
      id: resource('customConversionGoals', id),
      name,
      status: 'ENABLED',
      conversionActions: [],
    });
    // One of the account's own, and one that a campaign of the service created for itself.
    await world.sim('add', {
      kind: 'customConversionGoal',
      parent: google.MAIN,
      nodes: [goal('5', 'Memberships'), goal('6', 'Summer [k3f9a2bc]')],
    });
    await world.sim('settings', { pageSize: 10 });
  }
}

describe.each(AD_PLACES)('what $name lists', ({ name, platform, makeWorld }) => {
  const { usual, long } = LISTED[name]!;
  let world: ScriptedAds;
  let session: AdSession;
  const objective: AdObjective = 'conversions';
  const read = (path: string) => platform.choices[path]!(session, objective);
  beforeAll(async () => {
    world = await makeWorld();
    session = await world.session();
    await furnished(world.provider, world);
  });

  it('is what its fields take, for every field that takes an ID', async () => {
    const { fields } = platform.capabilities;
    const paths = new Set(fields.map(({ path }) => path));
    for (const path of Object.keys(platform.choices)) expect([path, paths.has(path)]).toEqual([path, true]);
    const ids = fields.filter(
      ({ path, values, type }) =>
        path.startsWith('/settings/') && values === null && type !== 'boolean' && !TYPED.includes(path),
    );
    expect(Object.keys(platform.choices).toSorted()).toEqual(
      [...new Set(ids.map(({ path }) => path))].toSorted(),
    );
    for (const path of Object.keys(platform.choices)) {
      const items = await read(path);
      expect(items, path).toEqual(usual[path]);
      const { pattern } = ids.find((one) => one.path === path)!;
      for (const { id } of items) expect(id).toMatch(new RegExp(`^(?:${pattern})$`));
    }
  });

  it('is read to its end, page by page', async () => {
    const { path, more, node, kind, parent } = long;
    const before = await read(path);
    const nodes = Array.from({ length: more }, (_, n) => node(n + 1));
    await world.sim('add', { kind, parent, nodes });
    let asked = 0;
    const items = await platform.choices[path]!({ ...session, onAsk: () => void asked++ }, objective);
    expect(items).toHaveLength(before.length + more);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    expect(asked).toBeGreaterThan(1);
    // Nothing is used when a page in between is missing.
    const real = globalThis.fetch;
    let page = 0;
    vi.stubGlobal('fetch', async (input: URL, init?: RequestInit) =>
      ++page === 2 ? new Response('', { status: 503 }) : await real(input, init),
    );
    expect((await errorOf(read(path))).kind).toBe('transient');
    vi.stubGlobal('fetch', real);
  });
});

describe('a list that comes as one', () => {
  it('is used as far as any is read, and not beyond', async () => {
    const world = await tiktok.tiktokWorld();
    const session = await world.session();
    const real = globalThis.fetch;
    const appsOf = async (count: number) => {
      const apps = Array.from({ length: count }, (_, n) => ({ app_id: digits(n), app_name: 'App' }));
      vi.stubGlobal('fetch', async () => Response.json({ code: 0, message: 'OK', data: { apps } }));
      const read = tiktokAdapter.choices['/settings/app']!(session, 'app_promotion');
      return await read.finally(() => void vi.stubGlobal('fetch', real));
    };
    expect(await appsOf(MOST_LISTED)).toHaveLength(MOST_LISTED);
    const error = await errorOf(appsOf(MOST_LISTED + 1));
    expect([error.kind, error.most]).toEqual(['too_long', MOST_LISTED]);
  });
});

describe('a set-up', () => {
  it('at Google lists every account that the person has, or says that they are too many', async () => {
    const world = await google.googleWorld();
    const session = await world.session();
    const account = (n: number) => ({
      id: `40000${String(n).padStart(5, '0')}`,
      descriptiveName: `Account ${n}`,
      currencyCode: 'USD',
      timeZone: 'America/New_York',
      manager: false,
      testAccount: false,
      status: 'ENABLED',
      _users: [google.ADA],
      _floor: '5000000',
    });
    const add = (from: number, to: number) =>
      world.sim('add', {
        kind: 'customer',
        nodes: Array.from({ length: to - from }, (_, n) => account(from + n)),
      });
    const before = (await googleAdapter.setup(session, {})).adAccountId!.length;
    await add(0, 50);
    expect((await googleAdapter.setup(session, {})).adAccountId).toHaveLength(before + 50);
    await add(50, MOST_ACCOUNTS);
    const error = await errorOf(googleAdapter.setup(session, {}));
    expect([error.kind, error.most]).toEqual(['too_long', MOST_ACCOUNTS]);
  });

  it('at TikTok lists every advertiser that the person allowed, or says that they are too many', async () => {
    const world = await tiktok.tiktokWorld();
    const session = await world.session();
    const advertiser = (n: number) => ({
      id: `7290${String(n).padStart(15, '0')}`,
      advertiser_id: `7290${String(n).padStart(15, '0')}`,
      name: `Advertiser ${n}`,
      currency: 'USD',
      display_timezone: 'America/New_York',
      status: 'STATUS_ENABLE',
      owner_bc_id: '',
      _users: [tiktok.ADA],
    });
    const add = (from: number, to: number) =>
      world.sim('add', {
        kind: 'advertiser',
        nodes: Array.from({ length: to - from }, (_, n) => advertiser(from + n)),
      });
    // The accounts that a person allows are given at the sign-in.
    const before = (await tiktokAdapter.setup(session, {})).advertiserId!.length;
    await add(0, 1_100);
    const more = await world.session();
    expect((await tiktokAdapter.setup(more, {})).advertiserId).toHaveLength(before + 1_100);
    await add(1_100, MOST_ADVERTISERS + 1);
    const most = await world.session();
    const error = await errorOf(tiktokAdapter.setup(most, {}));
    expect([error.kind, error.most]).toEqual(['too_long', MOST_ADVERTISERS]);
  });
});
