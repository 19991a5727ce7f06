import * as z from 'zod';
import { rejected } from '../../../kit/error.ts';
import { recordExample } from '../../../resource/example.ts';

export const CampaignProblem = z
  .object({
    path: z.string().describe('A JSON pointer into the body.'),
    code: z.string().describe('The rule that it breaks. Read this one in programs.'),
    message: z.string().describe('What is wrong, in a sentence for people.'),
    fix: z.string().describe('What to do about it.'),
    platform: z.string().nullable().describe('The platform that asks for it; null for the service itself.'),
  })
  .meta({ id: 'CampaignProblem' });

export type CampaignProblem = z.output<typeof CampaignProblem>;

export const CampaignPreflight = z
  .object({
    problems: z.array(CampaignProblem).describe('Empty when nothing stands against it.'),
    warnings: z
      .array(CampaignProblem)
      .describe('What a platform is likely to want, without a document that says so: never a refusal.'),
  })
  .meta({ id: 'CampaignPreflight' });
recordExample(CampaignPreflight, {
  problems: [
    {
      path: '/budget/billingLimit',
      code: 'below_floor',
      message: 'Meta wants at least 100 (in the minor unit of usd) a day for each ad set; this comes to 33.',
      fix: 'Make it more, or the ad sets fewer.',
      platform: 'meta',
    },
  ],
  warnings: [
    {
      path: '/audience/ageMin',
      code: 'age_hint',
      message: 'With audience expansion Meta takes ages above 25 as a suggestion.',
      fix: 'Turn audience expansion off if nobody younger may see the ads.',
      platform: 'meta',
    },
  ],
});

/** Refuses what a preflight found something against. Throws operation_rejected (`preflight_failed`). */
export function requireNone(problems: readonly CampaignProblem[]): void {
  if (problems.length === 0) return;
  throw rejected('preflight_failed', 'The campaign cannot run like this: details lists why.', { problems });
}
