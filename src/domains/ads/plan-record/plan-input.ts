// The body of POST /ads/plans.
import * as z from 'zod';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import { isRecord } from '../../../kit/given.ts';
import { pointerTo } from '../../../kit/json.ts';
import { bodyExample, namePart } from '../../../resource/example.ts';
import {
  FIELD_CATALOGUE_VERSION,
  MUTATIONS,
  OPERATION_TYPES,
  RESOURCE_KINDS,
  SETTINGS_SCHEMA_VERSION,
} from '../field-catalogue/catalogue.ts';
import { leavesOf } from '../field-catalogue/check-input.ts';

export const MOST_STEPS = 100;
const MOST_PATHS = 200;

const name = (max = 200) => z.string().min(1).max(max);
const JsonValue = z.json();
namePart(JsonValue, 'JsonValue');
const Platform = z.enum(AD_PLATFORMS);
const Pointer = z.string().regex(/^\/(?:[^~]|~[01])*$/, 'Must be a JSON pointer.');

export const TARGET_KINDS = ['paid_campaign', 'creative_asset', 'creator_ad_grant', 'ad_resource'] as const;

export const PlanStep = z.strictObject({
  id: name().describe('Unique in the plan.'),
  idempotencyKey: name().describe(
    'Unique in the plan. What was done under it is not done again by a repair.',
  ),
  sequence: z.int().min(0).describe('Steps depend on steps of lower sequence alone.'),
  platform: Platform,
  productVariant: name(100).describe("The platform's kind of campaign, as in GET /ads/fields."),
  resourceKind: z.enum(RESOURCE_KINDS),
  mutation: z.enum(MUTATIONS),
  fieldPaths: z
    .array(Pointer)
    .min(1)
    .max(MOST_PATHS)
    .describe('Exactly the JSON pointers of the values in `input`. For what archives, `/status`.'),
  dependsOnStepIds: z.array(name()).max(MOST_STEPS).default([]).describe('The steps that are done before.'),
  input: z
    .record(name(), JsonValue)
    .describe('The values, at their places in the catalogue, at most 200. References are `{ kind, id }`.'),
  localResourceId: name().optional().describe('The resource that changes.'),
  providerResourceId: name()
    .optional()
    .describe('Its ID at the platform, beside localResourceId: it has to be ours.'),
  requiredSecretPurpose: z
    .literal('provider_ephemeral_secret')
    .optional()
    .describe("The step uses a creator's code, which is read when it runs."),
});
export type PlanStep = z.output<typeof PlanStep>;

export const PlanInput = z
  .strictObject({
    clientRequestId: name().describe('The same body again under it answers the same plan.'),
    fieldCatalogVersion: z.literal(FIELD_CATALOGUE_VERSION),
    operationType: z.enum(OPERATION_TYPES),
    platforms: z.array(Platform).min(1).max(AD_PLATFORMS.length).describe('Exactly those of the steps.'),
    settingsSchemaVersion: name(100).describe('The newest, as in GET /ads/fields.'),
    sourceOperationId: name().optional().describe('The operation whose `repair` this is.'),
    steps: z.array(PlanStep).min(1).max(MOST_STEPS),
    target: z.strictObject({ kind: z.enum(TARGET_KINDS), id: name() }).describe('What the plan is about.'),
  })
  .superRefine((plan, context) => {
    for (const path of illFormedIn(plan))
      context.addIssue({ code: 'custom', path, message: 'Must be well-formed Unicode.' });
    // More could not be listed in fieldPaths, and the checks compare the values with each other.
    for (const [n, { input }] of plan.steps.entries())
      if (leavesOf(input).length > MOST_PATHS)
        context.addIssue({
          ...{ code: 'too_big', origin: 'object', maximum: MOST_PATHS, inclusive: true },
          ...{ input, path: ['steps', n, 'input'], message: `Must have at most ${MOST_PATHS} values.` },
        });
  });
export type PlanInput = z.output<typeof PlanInput>;

/** The paths of texts with half of a character, which have no canonical form. A member's name counts as its value. */
function illFormedIn(value: unknown, path: PropertyKey[] = []): PropertyKey[][] {
  if (typeof value === 'string') return value.isWellFormed() ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    return key.isWellFormed() ? illFormedIn(one, at) : [at];
  });
}

/** The place of a step's value in the body. */
export const inStep = (n: number, ...path: PropertyKey[]): string => pointerTo(['steps', n, ...path]);
bodyExample(PlanInput, 'AdsPlanCreate', {
  clientRequestId: 'autumn-budget-1',
  fieldCatalogVersion: FIELD_CATALOGUE_VERSION,
  operationType: 'update_campaign',
  platforms: ['meta'],
  settingsSchemaVersion: SETTINGS_SCHEMA_VERSION,
  steps: [
    {
      id: 'budget',
      idempotencyKey: 'autumn-budget-1',
      sequence: 0,
      platform: 'meta',
      productVariant: 'auction',
      resourceKind: 'campaign',
      mutation: 'update',
      fieldPaths: ['/budget/daily'],
      dependsOnStepIds: [],
      input: { budget: { daily: 7500 } },
      localResourceId: 'res_01k2d9q3v7h5m8r4t6w0x1y2z3',
    },
  ],
  target: { kind: 'paid_campaign', id: 'camp_01k2d9q3v7h5m8r4t6w0x1y2z3' },
});

/** What a field of a step's input names: a record, or another step. */
export interface Reference {
  kind: string;
  id: string;
}

/** A reference in a step's input; undefined for what is none. */
export function refIn({ input }: Pick<PlanStep, 'input'>, name: string): Reference | undefined {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  return isRecord(value) && typeof value.kind === 'string' && typeof value.id === 'string'
    ? { kind: value.kind, id: value.id }
    : undefined;
}

/** The submission that a creative or ad of a step shows; undefined where it is not known. */
export function shownBy(
  {
    plan,
    resources,
  }: { plan: Pick<PlanInput, 'steps'>; resources: ReadonlyMap<string, { localId: string }> },
  step: PlanStep,
): string | undefined {
  const creative = refIn(step, 'creative');
  if (creative?.kind === 'resource') return resources.get(creative.id)?.localId;
  const made = creative && plan.steps.find((one) => one.id === creative.id);
  return refIn(made ?? step, 'submission')?.id;
}

/** Steps in an order in which each comes after those that it depends on. */
export const inSequence = (steps: readonly PlanStep[]): PlanStep[] =>
  steps.toSorted((a, b) => a.sequence - b.sequence || (a.id < b.id ? -1 : 1));
