// The pay of a program: numbered rules, versions, one creator's own pay, and what a card can be charged for.
import { describe, expect, it } from 'vitest';
import {
  changePay,
  checkChargeable,
  mergePay,
  NO_PAY,
  numberRules,
  type Pay,
  type PayRuleInput,
} from '../../../../src/domains/work/program-terms/pay.ts';
import { mintProgram, patchProgram } from '../../../harness/work/programs.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

const PER_VIDEO = { type: 'per_video', amount: 5000 } as const;
const SHARE = { type: 'ad_spend_share', percent: 10 } as const;
const MOST = 99_999_999;

describe('the rules of a pay', () => {
  it('gives a rule its number for life: changed rules keep it, new ones get one never used', async () => {
    const brand = await mintAccount();
    const { id } = await mintProgram(brand.key, {
      pay: { rules: [PER_VIDEO, { type: 'ad_spend_share', percent: 10 }] },
    });
    const rules = async (list: unknown[]) => {
      const answer = await patchProgram(brand.key, id, { pay: { rules: list } });
      expect(answer.status).toBe(200);
      return answer.body.data.pay;
    };
    // In reverse order: equal rules are recognized.
    expect(await rules([{ type: 'ad_spend_share', percent: 10 }, PER_VIDEO])).toMatchObject({
      version: 2,
      rules: [{ number: 2 }, { number: 1 }],
    });
    // The same number with another amount is the same rule; another rule of the same type is new.
    expect(await rules([{ ...PER_VIDEO, number: 1, amount: 7000 }, PER_VIDEO])).toMatchObject({
      version: 3,
      rules: [
        { number: 1, amount: 7000 },
        { number: 3, amount: 5000 },
      ],
    });
    // Number 2 is never used again.
    expect(await rules([{ type: 'ad_spend_share', percent: 10 }])).toMatchObject({ rules: [{ number: 4 }] });
    expect(
      (await patchProgram(brand.key, id, { pay: { rules: [{ ...PER_VIDEO, number: 4 }] } })).body.error
        .details,
    ).toEqual([
      { path: '/pay/rules/0/number', message: 'Rule 4 is of the type ad_spend_share.', code: 'rule_type' },
    ]);
    const kept = await testEnv.DB.prepare(
      'SELECT version, pay FROM program_pays WHERE program_id = ? ORDER BY version',
    )
      .bind(id)
      .all<{ version: number; pay: string }>();
    expect(
      kept.results.map((row) => [
        row.version,
        JSON.parse(row.pay).rules.map((r: { number: number }) => r.number),
      ]),
    ).toEqual([
      [1, [1, 2]],
      [2, [2, 1]],
      [3, [1, 3]],
      [4, [4]],
    ]);
  });

  it('cannot take a number twice, or one that none has', () => {
    const { rules, nextRule } = numberRules([PER_VIDEO, SHARE], [], 1);
    const refused = (input: PayRuleInput[], path: string, code: string) =>
      expect(() => numberRules(input, rules, nextRule)).toThrow(
        expect.objectContaining({ details: [expect.objectContaining({ path, code })] }),
      );
    refused([{ ...PER_VIDEO, number: 3 }], '/pay/rules/0/number', 'unknown_rule');
    const named = { ...PER_VIDEO, number: 1 };
    refused([named, { ...named, amount: 1 }], '/pay/rules/1/number', 'duplicate_rule');
    // The second of two equal rules is new.
    expect(numberRules([PER_VIDEO, PER_VIDEO], rules, nextRule).rules.map((rule) => rule.number)).toEqual([
      1, 3,
    ]);
  });

  it.each([
    [{ rules: [{ type: 'per_video', amount: 0 }] }, '/pay/rules/0/amount'],
    [{ rules: [{ type: 'per_video', amount: 1.5 }] }, '/pay/rules/0/amount'],
    [{ rules: [{ type: 'per_video', amount: 1_000_000_001 }] }, '/pay/rules/0/amount'],
    [{ rules: [{ type: 'ad_spend_share', percent: 100.01 }] }, '/pay/rules/0/percent'],
    [{ rules: [{ type: 'ad_spend_share', percent: 0 }] }, '/pay/rules/0/percent'],
    [{ rules: [{ type: 'view_milestone', views: 0, amount: 1 }] }, '/pay/rules/0/views'],
    [{ rules: [{ type: 'gift' }] }, '/pay/rules/0/type'],
    [{ rules: [{ ...PER_VIDEO, number: 1 }] }, '/pay/rules/0/number'],
    [{ rules: Array(21).fill(PER_VIDEO) }, '/pay/rules'],
    [{ cap: 0 }, '/pay/cap'],
    [{ currency: 'dollars' }, '/pay/currency'],
    [{ schedule: { cadence: 'daily' } }, '/pay/schedule/cadence'],
    [{ schedule: { holdDays: 91 } }, '/pay/schedule/holdDays'],
  ])('refuses %j and says where', async (pay, path) => {
    const brand = await mintAccount();
    const answer = await call('POST', '/v1/programs', { key: brand.key, body: { name: 'Summer', pay } });
    expect(answer.status).toBe(422);
    expect(answer.body.error.code).toBe('validation_failed');
    expect(answer.body.error.details.map((issue: { path: string }) => issue.path)).toContain(path);
  });
});

describe('a change of the pay', () => {
  it('makes no version of an edit that says what is already so', async () => {
    const brand = await mintAccount();
    const before = await mintProgram(brand.key, { pay: { rules: [PER_VIDEO] } });
    const same = await patchProgram(brand.key, before.id, { pay: { rules: [PER_VIDEO], currency: 'usd' } });
    expect(same.body.data).toEqual(before);
  });

  it('leaves alone what it does not give, key by key', () => {
    const before: Pay = {
      ...changePay(NO_PAY, { rules: [PER_VIDEO], cap: 900 }, 1).pay,
      schedule: { cadence: 'weekly', holdDays: 7 },
    };
    expect(changePay(before, {}, 2)).toEqual({ pay: before, nextRule: 2 });
    expect(changePay(before, { schedule: { holdDays: 0 }, cap: null }, 2).pay).toEqual({
      ...before,
      cap: null,
      schedule: { cadence: 'weekly', holdDays: 0 },
    });
  });
});

describe("one creator's own pay", () => {
  it('takes the place of the part that it gives, and of no other', () => {
    const pay = changePay(NO_PAY, { rules: [PER_VIDEO], cap: 900, approval: 'automatic' }, 1).pay;
    expect(mergePay(pay, null)).toEqual(pay);
    expect(mergePay(pay, {})).toEqual(pay);
    // Null is a value: this creator has no cap.
    expect(mergePay(pay, { cap: null })).toEqual({ ...pay, cap: null });
    expect(mergePay(pay, { rules: [], schedule: { holdDays: 3 } })).toEqual({
      ...pay,
      rules: [],
      schedule: { cadence: 'on_approval', holdDays: 3 },
    });
  });
});

describe('what a card can be charged for', () => {
  const check = (rules: PayRuleInput[], currency = 'usd', feeBps = 0) => {
    try {
      checkChargeable({ rules: numberRules(rules, [], 1).rules, currency }, feeBps);
      return null;
    } catch (error) {
      return (error as { details: { path: string }[] }).details[0]!.path;
    }
  };

  it('is one amount with the service fee, and the sum of what an approval pays', () => {
    expect(check([{ ...PER_VIDEO, amount: MOST }])).toBeNull();
    expect(check([{ ...PER_VIDEO, amount: MOST + 1 }])).toBe('/pay/rules/0/amount');
    expect(check([{ ...PER_VIDEO, amount: MOST }], 'usd', 100)).toBe('/pay/rules/0/amount');
    expect(check([PER_VIDEO, { ...PER_VIDEO, amount: MOST }])).toBe('/pay/rules');
    const views = { type: 'per_thousand_views', amount: 1, maxAmount: MOST + 1 } as const;
    expect(check([views])).toBe('/pay/rules/0/maxAmount');
    // Milestones are paid one by one.
    const milestone = { type: 'view_milestone', views: 1000, amount: MOST } as const;
    expect(check([milestone, { ...milestone, views: 2000 }])).toBeNull();
  });

  it('is in a currency that we can charge', () => {
    expect(check([], 'xxx')).toBe('/pay/currency');
  });
});
