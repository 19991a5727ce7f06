// @process ledger: it puts ledgers out of memory.
import { describe, expect, it } from 'vitest';
import { payoutTermsOf } from '../../../../src/domains/money/balance/payout-terms.ts';
import { presentTax } from '../../../../src/domains/money/balance/tax.ts';
import {
  brandHolder,
  creatorHolder,
  earn,
  earning,
  ledger,
  mintEarner,
  must,
  payOut,
  verified,
} from '../../../harness/money/ledger.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

const NEW_YEAR = Date.parse('2026-01-01T00:00:00.000Z');

/** Earns and is paid at a given time. */
async function paidAt(creator: string, net: number, at: number, currency = 'usd'): Promise<void> {
  const [id] = await earn(creator, [net], currency);
  await payOut(creator, `po:${id}`, currency, at);
}

async function clawBack(creator: string, net: number, at: number): Promise<void> {
  const back = earning(-net, { source: 'adjustment', status: 'paid' });
  const outcome = await ledger(creator).start({
    id: `clawback:${back.id}`,
    at,
    currency: 'usd',
    amount: net,
    source: { holder: creator, earnings: [{ do: 'create', earning: back }] },
    destination: { holder: brandHolder(), lines: [{ bucket: 'receivable', amount: -net }] },
  });
  expect(must(outcome).state).toBe('settled');
}

/** A creator's account at the processor, as it was last read. */
async function payoutsIn(holder: string, country: string, currency: string, taxId: string): Promise<void> {
  await testEnv.DB.prepare(
    `INSERT INTO payout_accounts (holder, request_key, country, processor_account, currency, identity,
      payouts_enabled, tax_id, looks, created_at, updated_at) VALUES (?1, ?1, ?2, 'acct:' || ?1, ?3, 'verified', 1, ?4, 1, 0, 0)`,
  )
    .bind(holder, country, currency, taxId)
    .run();
}

describe('what was paid by year', () => {
  it('turns with the calendar year in UTC, by the time of the payout; a clawback counts when it is made', async () => {
    const creator = creatorHolder();
    expect(await ledger(creator).paidByYear()).toEqual([]);
    await paidAt(creator, 100, NEW_YEAR - 1);
    await paidAt(creator, 30, NEW_YEAR);
    await paidAt(creator, 7, NEW_YEAR + 1, 'eur');
    const usd = (year: number, cents: number) => ({ currency: 'usd', year, cents });
    const eur = { currency: 'eur', year: 2026, cents: 7 };
    expect(await ledger(creator).paidByYear()).toEqual([eur, usd(2026, 30), usd(2025, 100)]);
    await clawBack(creator, 50, NEW_YEAR + 5);
    expect(await ledger(creator).paidByYear()).toEqual([eur, usd(2026, -20), usd(2025, 100)]);
    await verified(creator);
  });

  it('counts nothing twice, nothing that came back, and nothing that is only available', async () => {
    const creator = creatorHolder();
    await earn(creator, [40]);
    const ask = { key: 'po_1:begin', at: NEW_YEAR, currency: 'usd' };
    const end = {
      key: 'po_1:end',
      begun: ask.key,
      at: NEW_YEAR,
      currency: 'usd',
      paid: false,
      payout: 'po_1',
    };
    must(await ledger(creator).beginPayout(creator, ask));
    must(await ledger(creator).endPayout(creator, end));
    expect(await ledger(creator).paidByYear()).toEqual([]);
    for (let i = 0; i < 3; i++) await payOut(creator, 'po_2', 'usd', NEW_YEAR);
    expect(await ledger(creator).paidByYear()).toEqual([{ currency: 'usd', year: 2026, cents: 40 }]);
  });
});

describe('GET /v1/balance/tax', () => {
  it("shows a creator in the US its years and this year's threshold", async () => {
    const { creator, as, partner } = await mintEarner();
    const unknown = { taxId: 'missing', required: false, threshold: 0, currency: 'usd', years: [] };
    expect((await call('GET', '/v1/balance/tax', as)).body.data).toEqual(unknown);
    await payoutsIn(creator, 'US', 'usd', 'provided');
    await paidAt(creator, 60_000, NEW_YEAR - 1);
    await paidAt(creator, 1_000, NEW_YEAR);
    const answer = await call('GET', '/v1/balance/tax', as);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      taxId: 'provided',
      required: true,
      threshold: 200_000,
      currency: 'usd',
      years: [
        { year: 2026, reportable: 1_000 },
        { year: 2025, reportable: 60_000 },
      ],
    });
    expect((await call('GET', '/v1/balance/tax', { key: partner.readKey })).body.data).toEqual(unknown);
  });

  it('requires nothing of a creator elsewhere, in whose currency the years are', async () => {
    const { creator, as } = await mintEarner();
    await payoutsIn(creator, 'DE', 'eur', 'missing');
    await paidAt(creator, 900_000, NEW_YEAR, 'eur');
    expect((await call('GET', '/v1/balance/tax', as)).body.data).toEqual({
      taxId: 'missing',
      required: false,
      threshold: 0,
      currency: 'eur',
      years: [{ year: 2026, reportable: 900_000 }],
    });
  });

  const US = { kind: 'connected' as const, country: 'US', currency: 'usd', taxId: 'verified' as const };
  it.each([
    [2024, 59_999, false],
    [2025, 59_999, false],
    [2025, 60_000, true],
    [2026, 60_000, false],
    [2026, 199_999, false],
    [2026, 200_000, true],
    [2027, 199_999, false],
  ])('in %i requires a tax ID at %i cents: %s', (year, cents, required) => {
    const paid = [{ currency: 'usd', year, cents }];
    expect(presentTax(paid, true, US, NEW_YEAR).required).toBe(required);
    expect(presentTax(paid, false, US, NEW_YEAR).required).toBe(false);
    expect(presentTax([{ ...paid[0]!, currency: 'eur' }], true, US, NEW_YEAR).years).toEqual([]);
  });

  it('has the threshold of the year that it is', () => {
    expect(presentTax([], true, US, NEW_YEAR - 1).threshold).toBe(60_000);
    expect(presentTax([], true, US, NEW_YEAR).threshold).toBe(200_000);
  });
});

describe('GET /v1/balance', () => {
  it('has the cross-border fee of the country that is paid out in: none in the US or before it is known', async () => {
    const percents = [];
    for (const country of [null, 'US', 'GB']) {
      const { creator, as } = await mintEarner();
      await paidAt(creator, 100, NEW_YEAR);
      if (country) await payoutsIn(creator, country, 'usd', 'missing');
      const { balances } = (await call('GET', '/v1/balance', as)).body.data;
      percents.push(balances[0].withdrawalFees.crossBorder.percent);
    }
    expect(percents).toEqual([0, 0, 0.25]);
  });

  it('knows where and how ten seconds after payouts were set up', async () => {
    const creator = creatorHolder();
    const termsAt = async (ms: number) => (await payoutTermsOf(systemCtx(NEW_YEAR + ms), creator)).terms;
    expect(await termsAt(0)).toBeNull();
    await payoutsIn(creator, 'GB', 'gbp', 'missing');
    expect(await termsAt(9_999)).toBeNull();
    expect(await termsAt(10_000)).toEqual({ country: 'GB', weekly: false });
  });
});
