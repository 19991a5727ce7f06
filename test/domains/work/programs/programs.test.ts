import { describe, expect, it } from 'vitest';
import { mintProgram, patchProgram } from '../../../harness/work/programs.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

const PER_VIDEO = { type: 'per_video', amount: 5000 };

describe('POST /v1/programs', () => {
  it('makes a draft that only the account sees, with defaults for everything but the name', async () => {
    const brand = await mintAccount();
    const made = await mintProgram(brand.key);
    expect(made).toMatchObject({
      account: brand.id,
      name: 'Summer',
      type: 'organic',
      status: 'draft',
      visibility: 'invite',
      brief: { summary: null, film: [], say: [], avoid: [], links: [] },
      platforms: [],
      pay: {
        version: 1,
        rules: [],
        cap: null,
        currency: 'usd',
        schedule: { cadence: 'on_approval', holdDays: 0 },
        approval: 'manual',
      },
      limits: { creators: null, submissionsPerCreator: null, budget: null },
      stats: { creators: 0, applications: 0, submissions: 0, spend: 0 },
      version: 1,
    });
    const other = await mintAccount();
    expect((await call('GET', `/v1/programs/${made.id}`, { key: other.key })).status).toBe(404);
    expect((await patchProgram(other.key, made.id, { name: 'Mine' })).status).toBe(404);
  });

  it('keeps every field that it is given', async () => {
    const brand = await mintAccount();
    const body = {
      type: 'paid_ads',
      status: 'live',
      visibility: 'network',
      brief: {
        summary: 'Show it',
        film: ['hands'],
        say: ['soft'],
        avoid: ['logos'],
        links: ['https://a.example/x'],
      },
      platforms: ['tiktok', 'meta'],
      pay: {
        rules: [PER_VIDEO, { type: 'per_thousand_views', amount: 100, minViews: 1000 }],
        cap: 900_000,
        currency: 'EUR',
        schedule: { cadence: 'weekly', holdDays: 7 },
        approval: 'automatic',
      },
      limits: { creators: 3, submissionsPerCreator: 2, budget: 1_000_000 },
      startsAt: '2026-01-01T00:00:00Z',
      endsAt: '2099-01-01T00:00:00+01:00',
    };
    const made = await mintProgram(brand.key, body);
    expect(made).toMatchObject({
      ...body,
      pay: {
        version: 1,
        rules: [
          { number: 1, ...PER_VIDEO },
          { number: 2, type: 'per_thousand_views', amount: 100, minViews: 1000, maxAmount: null },
        ],
        cap: 900_000,
        currency: 'eur',
        schedule: { cadence: 'weekly', holdDays: 7 },
        approval: 'automatic',
      },
      startsAt: '2026-01-01T00:00:00.000Z',
      endsAt: '2098-12-31T23:00:00.000Z',
    });
    expect((await call('GET', `/v1/programs/${made.id}`, { key: brand.key })).body.data).toEqual(made);
  });

  it.each([
    [{ name: '' }, '/name'],
    [{ name: 'x'.repeat(161) }, '/name'],
    [{ type: 'other' }, '/type'],
    [{ status: 'archived' }, '/status'],
    [{ platforms: ['myspace'] }, '/platforms/0'],
    [{ brief: { film: ['x'.repeat(1001)] } }, '/brief/film/0'],
    [{ brief: { links: ['javascript:alert(1)'] } }, '/brief/links/0'],
    [{ brief: { links: ['https://a.example/@b', 'https://me:secret@a.example'] } }, '/brief/links/1'],
    [{ limits: { creators: 0 } }, '/limits/creators'],
    [{ limits: { budget: -1 } }, '/limits/budget'],
    [{ startsAt: 'tomorrow' }, '/startsAt'],
    [{ startsAt: '2026-02-01T00:00:00Z', endsAt: '2026-02-01T00:00:00Z' }, '/endsAt'],
    [{ agreements: ['nope'] }, '/agreements/0'],
  ])('refuses %j and says where', async (body, path) => {
    const brand = await mintAccount();
    const answer = await call('POST', '/v1/programs', { key: brand.key, body: { name: 'Summer', ...body } });
    expect(answer.status).toBe(422);
    expect(answer.body.error.code).toBe('validation_failed');
    expect(answer.body.error.details.map((issue: { path: string }) => issue.path)).toContain(path);
  });

  it('refuses conversions and agreements that are no active ones of the account', async () => {
    const [brand, other] = [await mintAccount(), await mintAccount()];
    const foreign = await conversion(other.id);
    const archived = await conversion(brand.id, 'archived');
    for (const id of [foreign, archived, `conv_${'0'.repeat(26)}`]) {
      const answer = await call('POST', '/v1/programs', {
        key: brand.key,
        body: { name: 'x', pay: { rules: [{ type: 'per_conversion', amount: 100, conversion: id }] } },
      });
      expect(answer.status).toBe(422);
      expect(answer.body.error.details).toEqual({ reason: 'conversion_not_found', conversions: [id] });
    }
    const own = await conversion(brand.id);
    const made = await mintProgram(brand.key, {
      pay: { rules: [{ type: 'revenue_share', percent: 12.5, conversion: own }] },
    });
    expect(made.pay.rules).toEqual([{ number: 1, type: 'revenue_share', percent: 12.5, conversion: own }]);
    const agreement = await call('POST', '/v1/programs', {
      key: brand.key,
      body: { name: 'x', agreements: [`agr_${'0'.repeat(26)}`] },
    });
    expect(agreement.body.error.details.reason).toBe('agreement_not_found');
  });

  it('is no business of creators, read keys and programs that are over', async () => {
    const brand = await mintAccount();
    expect((await call('POST', '/v1/programs', { key: brand.readKey, body: { name: 'x' } })).status).toBe(
      403,
    );
    const over = await call('POST', '/v1/programs', {
      key: brand.key,
      body: { name: 'x', status: 'live', endsAt: '2020-01-01T00:00:00Z' },
    });
    expect(over.body.error.details.reason).toBe('already_ended');
  });
});

let made = 0;
async function conversion(account: string, status = 'active'): Promise<string> {
  const id = `conv_${String(++made).padStart(26, '0')}`.replace(/0/g, '1');
  await testEnv.DB.prepare(
    `INSERT INTO conversions (id, account_id, name, event_name, attribution_window_days, pay_browser_events, status,
      version, created_at, updated_at) VALUES (?, ?, 'c', 'purchase', 30, 0, ?, 1, 0, 0)`,
  )
    .bind(`${id.slice(0, -4)}${String(1000 + made)}`, account, status)
    .run();
  return `${id.slice(0, -4)}${String(1000 + made)}`;
}

describe('PATCH /v1/programs/:id', () => {
  it('applies all of it or nothing', async () => {
    const brand = await mintAccount();
    const before = await mintProgram(brand.key, { pay: { rules: [PER_VIDEO] } });
    for (const bad of [
      { name: 'New', limits: { creators: 5 }, status: 'paused' },
      { name: 'New', agreements: [`agr_${'0'.repeat(26)}`] },
      { name: 'New', pay: { rules: [{ ...PER_VIDEO, number: 9 }] } },
      { name: 'New', startsAt: '2026-02-01T00:00:00Z', endsAt: '2026-01-01T00:00:00Z' },
      { name: 'New', version: 7 },
    ]) {
      const answer = await patchProgram(brand.key, before.id, bad);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect((await call('GET', `/v1/programs/${before.id}`, { key: brand.key })).body.data).toEqual(before);
    }
    const done = await patchProgram(brand.key, before.id, {
      name: 'New',
      status: 'live',
      visibility: 'network',
      limits: { creators: 5 },
      brief: { say: ['hello'] },
      pay: { cap: 100 },
      version: 1,
    });
    expect(done.body.data).toMatchObject({
      name: 'New',
      status: 'live',
      visibility: 'network',
      limits: { creators: 5, budget: null },
      brief: { say: ['hello'], film: [] },
      pay: { version: 2, cap: 100, rules: [{ number: 1, ...PER_VIDEO }] },
      version: 2,
    });
  });

  it.each([
    ['draft', 'live', 200],
    ['draft', 'paused', 409],
    ['draft', 'archived', 200],
    ['live', 'paused', 200],
    ['live', 'archived', 200],
    ['paused', 'live', 200],
    ['paused', 'archived', 200],
    ['archived', 'live', 409],
    ['archived', 'paused', 409],
  ])('moves from %s to %s: %i', async (from, to, status) => {
    const brand = await mintAccount();
    const { id } = await mintProgram(brand.key, from === 'draft' ? {} : { status: 'live' });
    if (from !== 'draft' && from !== 'live') await patchProgram(brand.key, id, { status: from });
    const answer = await patchProgram(brand.key, id, { status: to });
    expect(answer.status).toBe(status);
    const now = (await call('GET', `/v1/programs/${id}`, { key: brand.key })).body.data;
    expect(now.status).toBe(status === 200 ? to : from);
  });

  it('changes nothing of an archived program, and no type or currency once it was live', async () => {
    const brand = await mintAccount();
    const { id } = await mintProgram(brand.key, { status: 'live' });
    expect((await patchProgram(brand.key, id, { type: 'paid_ads' })).status).toBe(409);
    expect((await patchProgram(brand.key, id, { pay: { currency: 'eur' } })).body.error.details.reason).toBe(
      'currency_fixed',
    );
    await patchProgram(brand.key, id, { status: 'archived' });
    expect((await patchProgram(brand.key, id, { name: 'Again' })).status).toBe(409);
  });

  it('lets one of two edits of the same version through', async () => {
    const brand = await mintAccount();
    const { id } = await mintProgram(brand.key);
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => patchProgram(brand.key, id, { name, version: 1 })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    expect(answers.filter((answer) => answer.status === 409).map((answer) => answer.body.error.code)).toEqual(
      ['version_conflict', 'version_conflict'],
    );
  });
});
