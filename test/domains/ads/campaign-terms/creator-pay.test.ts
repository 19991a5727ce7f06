// A campaign's creator pay: what is refused, and when it reaches the area money.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CampaignWorld, campaignWorld, mintApproved } from '../../../harness/ads/campaigns.ts';
import * as clock from '../../../harness/clock.ts';
import { testEnv } from '../../../harness/world.ts';

let world: CampaignWorld;
beforeAll(async () => {
  world = await campaignWorld();
});
afterAll(() => clock.release());

const act = (id: string, status: string) => world.send('PATCH', `/v1/campaigns/${id}`, { status });

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
async function create(more: object): Promise<any> {
  const answer = await world.send('POST', '/v1/campaigns', world.body(more));
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}

describe("creators' pay", () => {
  it('is refused where nobody counts it, no card is charged for it or it is none', async () => {
    const { id } = world.brand;
    const [eur, none] = [await mintApproved(id), await mintApproved(id)];
    await testEnv.DB.prepare(
      `UPDATE program_pays SET pay = json_set(pay, '$.currency', 'eur')
       WHERE program_id = (SELECT program_id FROM submissions WHERE id = ?)`,
    )
      .bind(eur)
      .run();
    const made = await world.send('POST', '/v1/conversions', { name: 'Carts', eventName: 'add_to_cart' });
    const conversion = made.body.data.id;
    const said = async (creatorPay: object, attribution: object | undefined, creatives = [none]) => {
      const body = world.body({ creatorPay, attribution, creatives });
      const { status, body: answer } = await world.send('POST', '/v1/campaign-preflights', body);
      expect(status, JSON.stringify(answer)).toBe(200);
      for (const { code, message } of answer.data.problems as { code: string; message: string }[])
        if (code === 'too_big') expect(message).toContain('at most $952,380.94');
      return answer.data.problems.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
    };
    const byService = { source: 'service', conversion };
    const revenue = { model: 'attributed_revenue', creatorShare: 10 };
    const lead = { model: 'lead', leadAmount: 500 };
    expect(await said({ creatorShare: 10, cap: 9 }, undefined)).toEqual([]);
    expect(await said({ creatorShare: 10 }, undefined, [eur, none])).toEqual(['/creatives/0 pay_currency']);
    expect(await said({ creatorShare: 0 }, undefined)).toEqual(['/creatorPay/creatorShare too_small']);
    expect(await said({ cap: 9 }, undefined)).toEqual(['/creatorPay/cap not_taken']);
    expect(await said({ model: 'lead' }, undefined)).toEqual(['/creatorPay/leadAmount required']);
    expect(await said({ model: 'lead', leadAmount: 2 ** 40 }, undefined)).toEqual([
      '/creatorPay/leadAmount too_big',
    ]);
    expect(await said(revenue, { source: 'platform', conversion })).toEqual([
      '/attribution/conversion not_taken',
    ]);
    expect(await said({ ...revenue, revenueEvent: 'lead' }, { source: 'platform' })).toEqual([
      '/attribution/source not_counted',
    ]);
    for (const pay of [revenue, lead])
      expect(await said(pay, { source: 'service' })).toEqual([
        '/attribution conversion_missing',
        '/attribution/source pixel_unverified',
      ]);
    expect(await said({ ...revenue, revenueEvent: 'purchase' }, byService)).toEqual([
      '/attribution/conversion other_event',
      '/attribution/source pixel_unverified',
    ]);
    expect(await said(revenue, byService)).toEqual(['/attribution/source pixel_unverified']);
  });

  it('is told to money as it stands, until the first launch, and stays fixed from then on', async () => {
    const told = async () =>
      (
        await testEnv.DB.prepare(
          'SELECT model, creator_share, cap, counter, event FROM campaign_pays WHERE campaign_id = ?',
        )
          .bind(made.id)
          .all()
      ).results;
    const shown = async (id: string) =>
      (
        await testEnv.DB.prepare('SELECT submission_id AS id FROM campaign_submissions WHERE campaign_id = ?')
          .bind(id)
          .all<{ id: string }>()
      ).results.map((row) => row.id);
    const pay = (creatorPay: object) => world.send('PATCH', `/v1/campaigns/${made.id}`, { creatorPay });
    const [first] = world.submissions;
    const made = await create({
      launch: false,
      name: 'Paying',
      creatives: [first],
      creatorPay: { creatorShare: 10 },
    });
    await world.pass();
    const row = { model: 'ad_spend', creator_share: 10, cap: null, counter: 'platform', event: null };
    expect([await told(), await shown(made.id)]).toEqual([[row], [first]]);
    expect((await pay({ creatorShare: null })).status).toBe(200);
    expect(await told()).toEqual([]);
    const more = { model: 'attributed_revenue', creatorShare: 7.5, cap: 5_000 };
    expect((await pay(more)).status).toBe(200);
    const after = { ...row, model: 'attributed_revenue', creator_share: 7.5, cap: 5_000, event: 'purchase' };
    expect(await told()).toEqual([after]);
    await world.send('PATCH', `/v1/campaigns/${made.id}`, { creatives: [world.submissions[1]] });
    await world.pass();
    expect((await shown(made.id)).sort()).toEqual([...world.submissions].sort());
    expect((await act(made.id, 'launch')).status).toBe(200);
    await world.pass();
    const refused = await pay({ creatorShare: 8 });
    expect([refused.status, refused.body.error.details.path]).toEqual([409, '/creatorPay']);
    expect(await told()).toEqual([after]);
    const copy = (await world.send('POST', `/v1/campaigns/${made.id}/copies`, {})).body.data;
    expect(copy.creatorPay).toMatchObject({ creatorShare: 7.5, cap: 5_000 });
    expect(await shown(copy.id)).toEqual([world.submissions[1]]);
    await world.pass();
    for (const { id } of [made, copy]) await act(id, 'archive');
    await world.pass();
  });
});
