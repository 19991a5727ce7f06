// An operation as it is answered: one platform's part of a plan's execution.
import * as z from 'zod';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import { recordExample } from '../../../resource/example.ts';
import { createdAt, id, ownId } from '../../../resource/fields.ts';
import { MUTATIONS, RESOURCE_KINDS } from '../field-catalogue/catalogue.ts';
import { PlanInput } from '../plan-record/plan-input.ts';
import { OPERATION_STATES, STEP_STATES } from './operation-state.ts';

const Failure = z
  .object({
    code: z.string().describe('What went wrong. Read this one in programs.'),
    message: z.string().describe('What went wrong, in a sentence for people.'),
    field: z.string().nullable().describe("A JSON pointer into the campaign's body; null for none."),
    fix: z.string().describe('How to fix it.'),
  })
  .meta({ id: 'AdsOperationError' });

const Step = z
  .object({
    id: z.string().describe("The step's ID in the plan."),
    resourceKind: z.enum(RESOURCE_KINDS),
    mutation: z.enum(MUTATIONS),
    state: z.enum(STEP_STATES),
    attempts: z
      .int()
      .describe(
        'How often it was tried, over all requests that it takes. Waiting for a rate limit is no try.',
      ),
    resource: z
      .object({ kind: z.enum(RESOURCE_KINDS), id: z.string() })
      .nullable()
      .describe('What the step made or changed; null until there is something.'),
    error: Failure.nullable().describe('Why it failed; null otherwise.'),
  })
  .meta({ id: 'AdsOperationStep' });

const Repair = z.object(PlanInput.shape).meta({ id: 'AdsPlanRepair' });

export const AdsOperation = z
  .object({
    id: ownId('adsOperation'),
    planId: id('adsPlan').describe('The plan that it carries out.'),
    campaignId: id('campaign').nullable().describe('The campaign that it changes; null for an upload alone.'),
    platform: z.enum(AD_PLATFORMS),
    state: z
      .enum(OPERATION_STATES)
      .describe(
        "`blocked` waits for a step on another platform, the connection or a creator's permission, a day at most. `dead_lettered` ran out of attempts.",
      ),
    steps: z.array(Step).describe("The plan's steps for this platform, in its order."),
    repair: Repair.nullable().describe(
      'A plan with the steps that were not done, to send to POST /ads/plans as it is; null while the operation goes on, where nothing is left, and once the campaign is archived.',
    ),
    endedAt: z.string().nullable().describe('RFC 3339, UTC; null while it goes on.'),
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'AdsOperation' });
export type AdsOperation = z.output<typeof AdsOperation>;
if (import.meta.documented !== false)
  recordExample(AdsOperation, {
    id: 'op_01k2a4mzc0w8x4ybkd2s9fh3vq',
    planId: 'plan_01k2a4mzc0w8x4ybkd2s9fh3vq',
    campaignId: 'camp_01k2a4mzc0w8x4ybkd2s9fh3vq',
    platform: 'meta',
    state: 'succeeded',
    steps: [
      {
        id: 'budget',
        resourceKind: 'campaign',
        mutation: 'update',
        state: 'succeeded',
        attempts: 1,
        resource: { kind: 'campaign', id: 'res_01k2a4mzc0w8x4ybkd2s9fh3vq' },
        error: null,
      },
    ],
    repair: null,
    endedAt: '2026-08-08T10:01:00.000Z',
    createdAt: '2026-08-08T10:00:00.000Z',
    updatedAt: '2026-08-08T10:01:00.000Z',
  });
