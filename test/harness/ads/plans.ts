// Plans of the business API, as anybody might send them.
import fc from 'fast-check';
import { randomOf } from '../random.ts';

export interface AnyStep {
  id: string;
  idempotencyKey: string;
  sequence: number;
  platform: string;
  productVariant: string;
  resourceKind: string;
  mutation: string;
  fieldPaths: string[];
  dependsOnStepIds: string[];
  input: Record<string, unknown>;
  localResourceId?: string;
}

export interface AnyPlan {
  clientRequestId: string;
  sourceOperationId?: string;
  fieldCatalogVersion: string;
  operationType: string;
  platforms: string[];
  settingsSchemaVersion: string;
  steps: AnyStep[];
  target: { kind: string; id: string };
}

const name = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' });
const anyInput = fc.record({
  number: fc.constant(1),
  composed: fc.constant('\u00e9'),
  list: fc.constant([1, 2]),
  any: fc.dictionary(name, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 3 }),
});

/** Plans of the right form: what their steps say means nothing. */
export const anyPlan: fc.Arbitrary<AnyPlan> = fc
  .record({
    target: name,
    steps: fc.array(
      fc.record({
        id: name,
        sequence: fc.nat(3),
        platform: fc.constantFrom('meta', 'tiktok'),
        paths: fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
        on: fc.uniqueArray(name, { maxLength: 3 }),
        input: anyInput,
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map(({ target, steps }) => ({
    clientRequestId: 'one',
    fieldCatalogVersion: '2026-08-08.2',
    operationType: 'update_campaign',
    platforms: ['meta', 'tiktok'],
    settingsSchemaVersion: '2026-08-08.1',
    target: { kind: 'paid_campaign', id: target },
    steps: steps.map(({ id, sequence, platform, paths, on, input }, n) => ({
      id: `${n} ${id}`,
      idempotencyKey: `key ${n}`,
      sequence,
      platform,
      productVariant: 'auction',
      resourceKind: 'campaign',
      mutation: 'update',
      fieldPaths: paths.map((path) => `/${path.replaceAll('~', '~0')}`),
      dependsOnStepIds: on,
      input: { ...input, any: { ...input.any } },
    })),
  }));

/** The same plan with its members, steps and sets in another order. */
export function reordered(plan: AnyPlan, seed: number): AnyPlan {
  const next = randomOf(seed);
  const shuffled = <T>(all: readonly T[]): T[] =>
    all
      .map((one) => [next(), one] as const)
      .sort(([a], [b]) => a - b)
      .map(([, one]) => one);
  const turned = (value: unknown): unknown =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(shuffled(Object.entries(value)).map(([key, one]) => [key, turned(one)]));
  const steps = plan.steps.map((step) => ({
    ...step,
    fieldPaths: shuffled(step.fieldPaths),
    dependsOnStepIds: shuffled(step.dependsOnStepIds),
  }));
  return turned({
    ...plan,
    platforms: shuffled(plan.platforms),
    steps: shuffled(steps).map(turned),
  }) as AnyPlan;
}
