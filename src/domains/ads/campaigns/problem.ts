import * as z from 'zod';
import { rejected } from '../../../kit/error.ts';

export const CampaignProblem = z
  .object({
    path: z.string().describe('A JSON pointer into the body.'),
    code: z.string(),
    message: z.string(),
    fix: z.string().describe('What to do about it.'),
    platform: z.string().nullable().describe('The platform that requires it; null for the service itself.'),
  })
  .meta({ id: 'CampaignProblem' });

export type CampaignProblem = z.output<typeof CampaignProblem>;

export const CampaignPreflight = z
  .object({
    problems: z.array(CampaignProblem).describe('Empty when the campaign is ready to publish.'),
    warnings: z
      .array(CampaignProblem)
      .describe(
        'Requirements that a platform probably has but has not documented. They never block the campaign.',
      ),
  })
  .meta({ id: 'CampaignPreflight' });

/** Refuses what a preflight found something against. Throws operation_rejected (`preflight_failed`). */
export function requireNone(problems: readonly CampaignProblem[]): void {
  if (problems.length === 0) return;
  throw rejected('preflight_failed', 'The campaign has problems. See details.', { problems });
}
