import * as z from 'zod';
import { rejected } from '../../../kit/error.ts';
import { recordExample } from '../../../resource/example.ts';

export const CampaignProblem = z
  .object({
    path: z.string().describe('A JSON pointer into the body.'),
    code: z.string().describe('The rule that it breaks. Read this one in programs.'),
    message: z.string().describe('What is wrong, in a sentence for people.'),
    fix: z.string().describe('How to fix it.'),
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
recordExample(CampaignPreflight, {
  problems: [
    {
      path: '/budget/billingLimit',
      code: 'below_floor',
      message: 'Billing limit must give each ad set at least $1.00/day on Meta. It gives $0.33/day.',
      fix: 'Raise the billing limit or use fewer ad sets.',
      platform: 'meta',
    },
  ],
  warnings: [
    {
      path: '/audience/ageMin',
      code: 'age_hint',
      message: 'With audience expansion, Meta treats ages above 25 as a suggestion.',
      fix: 'Turn off audience expansion if nobody younger may see the ads.',
      platform: 'meta',
    },
  ],
});

/** Throws operation_rejected (`preflight_failed`) when a preflight found problems. */
export function requireNone(problems: readonly CampaignProblem[]): void {
  if (problems.length === 0) return;
  throw rejected('preflight_failed', 'The campaign has problems. See details.', { problems });
}
