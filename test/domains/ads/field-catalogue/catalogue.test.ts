// The catalogue of the business API, held against what v1 takes of the same campaign.
import { describe, expect, it } from 'vitest';
import type { CampaignBody } from '../../../../src/domains/ads/ad-fields/campaign-body.ts';
import { type CheckedPlatform, checkFields } from '../../../../src/domains/ads/ad-fields/check-fields.ts';
import { fieldsOf } from '../../../../src/domains/ads/ad-fields/fields-of.ts';
import { CampaignUpdate } from '../../../../src/domains/ads/campaign-record/campaign-input.ts';
import type { CatalogueRow } from '../../../../src/domains/ads/field-catalogue/catalogue.ts';
import { rowsOf } from '../../../../src/domains/ads/field-catalogue/catalogue-fields.ts';
import { checkInput, leavesOf } from '../../../../src/domains/ads/field-catalogue/check-input.ts';
import { AD_PLATFORMS } from '../../../../src/integrations/ad-platforms.ts';
import { call, mintAccount, systemCtx } from '../../../harness/world.ts';

const platforms = await Promise.all(
  AD_PLATFORMS.map(async (name) => ({
    name,
    capabilities: (await systemCtx().reactions.adPlatforms[name]!()).capabilities,
  })),
);

/** What each kind of campaign is, where all is well. */
const CAMPAIGNS: Record<string, Partial<CampaignBody>> = {
  'meta auction': { settings: { pixel: '600000000000001' } },
  'tiktok smart_plus': { settings: { pixel: '600000000000001' } },
  'google app': {
    destination: {
      type: 'google_play',
      value: 'https://play.google.com/store/apps/details?id=com.acme.shop',
    },
    optimizationEvent: 'install',
    settings: {},
  },
  'google demand_gen': { settings: { logo: 'customers/1/assets/2', businessName: 'Fern' } },
  'snapchat auction': { settings: { pixel: '01234567-89ab-cdef-0123-456789abcdef' } },
};
const campaign = (kind: string): CampaignBody => ({
  name: 'Autumn',
  objective: 'conversions',
  destination: { type: 'website', value: 'https://shop.example' },
  budget: { billingLimit: 100_000 },
  schedule: { startDate: '2027-12-01' },
  audience: { countries: ['US'] },
  creatives: [`sub_${'0'.repeat(26)}`],
  ad: { primaryText: 'Look', callToAction: 'shop_now', headline: 'Shoes' },
  optimizationEvent: 'purchase',
  ...CAMPAIGNS[kind],
});

const text = (length: number) => 'x'.repeat(Math.max(0, length));

/** Values at, below and above each bound of a row, and of other types. */
function valuesFor({ type, values, min, max, pattern, path }: CatalogueRow): unknown[] {
  const always = [null, true, 7, 1.5, '', ' ', 'no such value', 'a\u0000b', [], ['no such value'], {}, [7]];
  const bounds = [min, max].filter((one) => one !== null).flatMap((one) => [one - 1, one, one + 1]);
  const numbers = type === 'integer' || type === 'money' || type === 'percent';
  const sized: unknown[] = numbers
    ? bounds
    : type === 'array'
      ? bounds.map((n) => Array(Math.max(0, n)).fill(values?.[0] ?? 'en'))
      : bounds.map(text);
  return [
    ...always,
    ...sized,
    ...(values ?? []).flatMap((one): unknown[] =>
      type === 'array' ? [[one]] : type === 'integer' ? [Number(one)] : [one],
    ),
    ...(numbers ? [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 1, -1, 0] : []),
    ...(pattern || type === 'url' || path === '/destination/value'
      ? ['https://shop.example/a', 'http://x', 'https://a:b@x.example', 'a=b']
      : []),
    ...(type === 'date' ? ['2027-12-02', '2027-02-30', '2027-12-02T00:00:00Z'] : []),
    ...(type === 'timestamp' ? ['2027-12-02T00:00:00Z', '2027-12-02'] : []),
  ];
}

function nested(
  path: string,
  value: unknown,
  inner: (key: string) => unknown = () => undefined,
): Record<string, unknown> {
  const [key = '', ...rest] = path.slice(1).split('/');
  const before = inner(key) as Record<string, unknown> | undefined;
  return {
    [key]:
      rest.length === 0
        ? value
        : { ...before, ...nested(`/${rest.join('/')}`, value, (one) => before?.[one]) },
  };
}

/** Whether v1 refuses a value at a place of a campaign: by its schema, or by the platform's rules. */
function v1Refuses(whole: CampaignBody, path: string, value: unknown, platform: CheckedPlatform): boolean {
  const place = path.replaceAll('*', '0');
  const within = (one: string) => one === place || one.startsWith(`${place}/`);
  const body = path.includes('*')
    ? place
        .slice(1)
        .split('/')
        .reduceRight<unknown>((inner, key) => (key === '0' ? [inner] : { [key]: inner }), value)
    : nested(path, value);
  const issues = CampaignUpdate.safeParse(body).error?.issues ?? [];
  if (issues.some((issue) => within(`/${issue.path.join('/')}`))) return true;
  const changed = { ...whole, ...nested(path, value, (key) => whole[key]) };
  return checkFields(changed, platform).some((problem) => within(problem.path));
}

const OF_A_CAMPAIGN: readonly string[] = ['create', 'update'];

describe.each(
  platforms.flatMap((platform) =>
    Object.keys(platform.capabilities.variants).map((variant) => ({ platform, variant })),
  ),
)('$platform.name $variant', ({ platform, variant }) => {
  const rows = rowsOf(platform.name, platform.capabilities).filter((row) => row.productVariant === variant);
  const whole = campaign(`${platform.name} ${variant}`);
  const step = (row: CatalogueRow, input: Record<string, unknown>) =>
    checkInput({ ...row, productVariant: variant, input }, platform, whole);

  it('breaks no rule of v1 to begin with', () => {
    expect(checkFields(whole, platform)).toEqual([]);
  });

  it('refuses of each field what v1 refuses, and nothing else', () => {
    const wrong: string[] = [];
    let tried = 0;
    for (const row of rows) {
      if (row.campaignPath === null || row.references || !OF_A_CAMPAIGN.includes(row.mutation)) continue;
      for (const value of valuesFor(row)) {
        tried++;
        const here = step(row, nested(row.path, value)).some(
          ({ path }) => path === row.path || path.startsWith(`${row.path}/`),
        );
        // An empty object has no place of its own in a body: v1 reads it as nothing.
        const there = v1Refuses(whole, row.campaignPath, value, platform);
        if (here !== there)
          wrong.push(
            `${row.mutation} ${row.path} ${JSON.stringify(value)?.slice(0, 60)}: here ${here}, v1 ${there}`,
          );
      }
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(600);
  });

  it('lists the fields of v1 but for names that only the platform knows, at their places', () => {
    const objectives = platform.capabilities.variants[variant];
    const own = fieldsOf(platform.capabilities).filter(
      ({ path, platformId, when }) =>
        !platformId &&
        path !== '/creatives' &&
        (!objectives || !when?.objective || when.objective.some((one) => objectives.includes(one))),
    );
    const made = rows.filter(
      ({ resourceKind, mutation }) => resourceKind === 'campaign' && mutation === 'create',
    );
    expect(made.map(({ path }) => path)).toEqual(own.map(({ path }) => path));
    expect(made.every(({ path, campaignPath }) => path === campaignPath)).toBe(true);
    const updated = rows.filter(
      ({ resourceKind, mutation }) => resourceKind === 'campaign' && mutation === 'update',
    );
    expect(updated.map(({ path }) => path)).toEqual(
      own.filter(({ fixed }) => !fixed).map(({ path }) => path),
    );
    expect(updated.some(({ required }) => required)).toBe(false);
    const raw = step(made[0]!, {
      ...nested('/settings/pixel', '600000000000001'),
      platformId: '1',
      name: 'Fine',
    });
    expect(raw.map(({ path, code }) => `${path} ${code}`)).toEqual([
      '/settings/pixel not_taken',
      '/platformId not_taken',
    ]);
  });

  it('requires of a new campaign what v1 requires and nobody else has said', () => {
    const row = rows.find(
      ({ resourceKind, mutation }) => resourceKind === 'campaign' && mutation === 'create',
    )!;
    const bare = {
      objective: whole.objective,
      destination: whole.destination,
      settings: whole.settings,
    } as CampaignBody;
    const missing = checkInput({ ...row, input: {} }, platform, bare).map(({ path }) => path);
    const listed = checkFields(bare, platform).filter(
      ({ code, path }) => code === 'required' && path !== '/creatives',
    );
    expect(missing).toEqual(listed.map(({ path }) => path));
    expect(missing).toContain('/name');
    expect(step(row, {})).toEqual([]);
  });

  it('takes references alone where it wants them, and of their kinds', () => {
    const referring = rows.filter(({ references }) => references);
    expect(referring.length).toBeGreaterThan(3);
    for (const row of referring) {
      const said = (value: unknown) =>
        step(row, { [row.path.slice(1)]: value }).filter(({ path }) => path.startsWith(row.path));
      for (const kind of row.references!) expect(said({ kind, id: 'x' })).toEqual([]);
      for (const wrong of [
        'sub_1',
        'a token',
        7,
        null,
        {},
        [],
        { kind: row.references![0], id: '' },
        { kind: row.references![0], id: 'x'.repeat(201) },
        { kind: row.references![0], id: 'x', name: 'y' },
        { kind: 'paid_campaign', id: 'x' },
        { id: 'x' },
      ])
        expect([row.path, wrong, said(wrong).length]).toEqual([row.path, wrong, 1]);
      if (row.required) expect(step(row, {}).map(({ path }) => path)).toContain(row.path);
    }
  });

  it('sets what a plan is for, and archives without any input', () => {
    for (const row of rows.filter(({ path }) => path === '/status')) {
      if (row.mutation === 'archive') {
        expect(step(row, {})).toEqual([]);
        expect(step(row, { status: 'archived' })).toHaveLength(1);
        continue;
      }
      const taken = ['active', 'paused', 'archived', 'live', null, 1].filter(
        (status) => step(row, { status }).length === 0,
      );
      expect(taken).toEqual(row.values);
      expect(step(row, {})).toMatchObject([{ path: '/status', code: 'required' }]);
    }
  });
});

describe('GET /ads/fields', () => {
  it('lists all rows with the versions that plans name, and narrows them', async () => {
    const { key } = await mintAccount();
    const read = async (query = ''): Promise<CatalogueRow[]> =>
      (await call('GET', `/ads/fields${query}`, { key })).body.data.fields;
    const { body } = await call('GET', '/ads/fields', { key });
    expect(body.data).toMatchObject({
      fieldCatalogVersion: '2026-08-08.2',
      settingsSchemaVersion: expect.any(String),
    });
    const all = await read();
    expect(all).toEqual(platforms.flatMap(({ name, capabilities }) => rowsOf(name, capabilities)));
    for (const [filter, value] of [
      ['platform', 'google'],
      ['productVariant', 'app'],
      ['operationType', 'pause_campaign'],
      ['resourceKind', 'delivery_group'],
    ] as const)
      expect(await read(`?${filter}=${value}`)).toEqual(all.filter((row) => row[filter] === value));
    expect(await read('?platform=meta&productVariant=app')).toEqual([]);
    expect((await call('GET', '/ads/fields?platform=x', { key })).status).toBe(400);
    expect(new Set(all.map(({ path, readBack }) => `${path} ${readBack}`))).toContain('/budget/daily true');
    const names = all.filter(
      ({ platform, resourceKind, path }) => `${platform} ${resourceKind}${path}` === 'google ad/name',
    );
    expect(new Set(names.map(({ productVariant, readBack }) => `${productVariant} ${readBack}`))).toEqual(
      new Set(['app false', 'demand_gen true']),
    );
    expect(all.some(({ mutation, readBack }) => mutation === 'archive' && readBack)).toBe(false);
    expect(all.filter(({ readBack }) => readBack).every(({ path }) => /name|status|budget/i.test(path))).toBe(
      true,
    );
  });
});

describe('the leaves of an input', () => {
  it('are values, lists, references, null and empty objects', () => {
    const input = {
      a: { 'b/c': 1, d: null },
      e: [],
      f: {},
      g: { kind: 'step', id: 's' },
      h: [{ i: 1 }],
      '': { '~': '' },
    };
    expect(leavesOf(input).map(([path]) => path)).toEqual([
      '/a/b~1c',
      '/a/d',
      '/e',
      '/f',
      '/g',
      '/h',
      '//~0',
    ]);
    expect(leavesOf({})).toEqual([]);
  });
});
