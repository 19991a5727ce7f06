// Everything that a plan is checked for before it is stored, and again when it is executed.
import type { Ctx } from '../../../context.ts';
import { SETTINGS_SCHEMA_VERSION } from '../field-catalogue/catalogue.ts';
import { checkSteps, type PlanProblem } from '../plan-record/check-steps.ts';
import type { PlanInput } from '../plan-record/plan-input.ts';
import { checkCampaign } from './check-campaign.ts';
import { stepProblems } from './check-step.ts';
import { targetProblems } from './check-target.ts';
import { togetherProblems } from './check-together.ts';
import { uploadProblems } from './check-uploads.ts';
import { outsideTarget } from './outside-target.ts';
import { factsOf } from './plan-facts.ts';
import type { PlanScene } from './plan-scene.ts';

export interface CheckedPlan {
  problems: PlanProblem[];
  /** The IDs of the records that it was checked against. When they change, the brand is asked again. */
  facts: string[];
  /** By platform of the campaign, the minimum daily budget as far as it is known. */
  floors: ReadonlyMap<string, number>;
  /** The campaign that it changes; null for uploads, and where the target leads to none. */
  campaign: string | null;
}

/**
 * All problems of a plan at once, each with its step and place. Throws an AdError when a platform does not answer a required
 * question.
 */
export async function checkPlan(ctx: Ctx, scene: PlanScene): Promise<CheckedPlan> {
  const { plan } = scene;
  const known = [
    ...versionProblems(plan),
    ...checkSteps(plan),
    ...targetProblems(scene),
    ...stepProblems(scene),
    ...togetherProblems(scene),
    ...uploadProblems(scene),
    ...outsideTarget(scene),
  ];
  const { problems, floors } = await checkCampaign(ctx, scene, known);
  return {
    problems: distinct([...known, ...problems]),
    facts: factsOf(scene),
    floors: new Map([...scene.floors, ...floors]),
    campaign: scene.whole?.row.id ?? null,
  };
}

function versionProblems({ settingsSchemaVersion }: PlanInput): PlanProblem[] {
  if (settingsSchemaVersion === SETTINGS_SCHEMA_VERSION) return [];
  return [
    {
      step: null,
      path: '/settingsSchemaVersion',
      code: 'other_version',
      message: 'This is not the current version of the settings.',
      fix: `Use ${SETTINGS_SCHEMA_VERSION}, and the fields that GET /ads/fields lists for it.`,
    },
  ];
}

/** The first of several problems that say the same of one place. */
function distinct(problems: readonly PlanProblem[]): PlanProblem[] {
  const seen = new Set<string>();
  return problems.filter(({ path, code }) => {
    const key = JSON.stringify([path, code]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
