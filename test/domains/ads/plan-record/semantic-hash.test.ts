// The same meaning has the same hash, and another meaning has another.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlanInput } from '../../../../src/domains/ads/plan-record/plan-input.ts';
import { canonicalPlan, semanticHash } from '../../../../src/domains/ads/plan-record/semantic-hash.ts';
import { type AnyPlan, anyPlan, reordered } from '../../../harness/ads/plans.ts';

const GUIDES = import.meta.glob(['/docs/guides/ad-plans.md'], {
  query: '?raw',
  import: 'default',
  eager: true,
}) as Record<string, string>;
const guide = Object.values(GUIDES)[0]!;
const ACCOUNT = 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3';
const hashOf = (body: unknown, account = ACCOUNT) => semanticHash(account, PlanInput.parse(body));

/** RFC 8785 once more, without the library: members by code units, numbers and texts as JavaScript writes them. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${written(one)}`).join(',')}}`;
}

describe('the hash of a plan', () => {
  it('is that of 1,000 plans in any other order, under other names of the request', () => {
    fc.assert(
      fc.property(anyPlan, fc.integer(), (plan, seed) => {
        const other = { ...reordered(plan, seed), clientRequestId: 'another', sourceOperationId: 'op_1' };
        for (const step of other.steps) step.idempotencyKey = `other ${step.id}`;
        expect(hashOf(other)).toBe(hashOf(plan));
      }),
      { numRuns: 1_000 },
    );
  });

  it('takes numbers as numbers, however they are written, and what is left out as its default', () => {
    const text = (one: string, more = '') =>
      `{"clientRequestId":"r","fieldCatalogVersion":"2026-08-08.2","operationType":"update_campaign","platforms":["meta"],
      "settingsSchemaVersion":"v","target":{"kind":"paid_campaign","id":"camp_1"},"steps":[{"id":"a","idempotencyKey":"k",
      "sequence":${one},"platform":"meta","productVariant":"auction","resourceKind":"campaign","mutation":"update",
      "fieldPaths":["/budget/daily"],"input":{"budget":{"daily":${one}}}${more}}]}`;
    const hashes = ['1', '1.0', '1e0', '10e-1'].map((one) => hashOf(JSON.parse(text(one))));
    hashes.push(hashOf(JSON.parse(text('1', ',"dependsOnStepIds":[]'))));
    expect(new Set(hashes).size).toBe(1);
    // Worked out by hand from the canonical text.
    expect(hashes[0]).toBe('sha256:631eded8542b5da32cf71364eec7fedb352fbd600e7b2d2124269faf62cffc57');
    expect(() => hashOf(JSON.parse(text('1').replace('"k"', '1')))).toThrow();
  });

  it('is what the guide prints for its examples', () => {
    const plan = JSON.parse(/```json\n([\s\S]*?)```/.exec(guide)![1]!);
    const changed = (more: object, step: object = {}) => ({
      ...plan,
      ...more,
      steps: [{ ...plan.steps[0], ...step }],
    });
    const printed = guide.match(/sha256:[0-9a-f]{64}/g);
    const named = { fieldPaths: ['/name'], input: { name: 'Café' } };
    const paused = { mutation: 'set_status', fieldPaths: ['/status'], input: { status: 'paused' } };
    expect(printed).toEqual([
      hashOf(plan),
      hashOf(changed({}, named)),
      hashOf(changed({ operationType: 'pause_campaign' }, paused)),
    ]);
  });

  it('has its steps by sequence and then by ID', () => {
    const step = (id: string, sequence: number, input: object, dependsOnStepIds: string[] = []) => ({
      ...{ id, idempotencyKey: id, sequence, input, dependsOnStepIds },
      ...{ platform: 'meta', productVariant: 'auction', resourceKind: 'campaign', mutation: 'update' },
      fieldPaths: 'name' in input ? ['/name'] : ['/budget/daily'],
    });
    const plan = {
      clientRequestId: 'r',
      fieldCatalogVersion: '2026-08-08.2',
      operationType: 'update_campaign',
      platforms: ['meta'],
      settingsSchemaVersion: 'v',
      target: { kind: 'paid_campaign', id: 'camp_1' },
      steps: [
        step('a', 1, { name: '€' }, ['c', 'b']),
        step('c', 0, { budget: { daily: 1 } }),
        step('b', 0, { name: 'Café' }),
      ],
    };
    // Worked out by hand from the canonical text.
    expect(hashOf(plan)).toBe('sha256:c7690234f5b7bf8612b076a54904c0162ed2c4b5006a6545697c5ffcc46e6a70');
  });

  it('is another for each other value, type or character', () => {
    fc.assert(
      fc.property(anyPlan, fc.nat(), (plan, at) => {
        const before = hashOf(plan);
        for (const changed of changesOf(plan, at))
          expect(hashOf(changed), JSON.stringify(changed)).not.toBe(before);
        expect(hashOf(plan, ACCOUNT.replace('z3', 'z4'))).not.toBe(before);
      }),
      { numRuns: 300 },
    );
  });

  it('is that of RFC 8785, as a second implementation writes it', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const read = PlanInput.parse(plan);
        const text = canonicalPlan(ACCOUNT, read);
        expect(text).toBe(written(JSON.parse(text)));
        expect(semanticHash(ACCOUNT, read)).toBe(`sha256:${createHash('sha256').update(text).digest('hex')}`);
      }),
    );
  });

  it('is of no text with half of a character', () => {
    const plan = fc.sample(anyPlan, 1)[0]!;
    const step = { ...plan.steps[0]!, input: { name: 'half \ud83d' } };
    const read = PlanInput.safeParse({ ...plan, steps: [step, ...plan.steps.slice(1)] });
    expect(read.error?.issues.map(({ path }) => path)).toEqual([['steps', 0, 'input', 'name']]);
    const named = PlanInput.safeParse({ ...plan, steps: [{ ...step, input: { '\udc00': 1 } }] });
    expect(named.success).toBe(false);
  });
});

/** The plan with one thing changed. */
function changesOf(plan: AnyPlan, at: number): AnyPlan[] {
  const n = at % plan.steps.length;
  const withStep = (change: object): AnyPlan => ({
    ...plan,
    steps: plan.steps.map((step, i) => (i === n ? { ...step, ...change } : step)),
  });
  const { input, sequence, platform } = plan.steps[n]!;
  return [
    { ...plan, target: { ...plan.target, id: `${plan.target.id}x` } },
    { ...plan, settingsSchemaVersion: 'another' },
    {
      ...plan,
      operationType: plan.operationType === 'pause_campaign' ? 'resume_campaign' : 'pause_campaign',
    },
    withStep({ sequence: sequence + 1_000 }),
    withStep({ platform: platform === 'meta' ? 'google' : 'meta' }),
    withStep({ id: 'another' }),
    withStep({ localResourceId: 'res_other' }),
    withStep({ input: { ...input, added: null } }),
    withStep({ input: { ...input, number: '1' } }),
    withStep({ input: { ...input, number: 2 } }),
    withStep({ input: { ...input, composed: 'e\u0301' } }),
    withStep({ input: { ...input, list: [2, 1] } }),
  ];
}
