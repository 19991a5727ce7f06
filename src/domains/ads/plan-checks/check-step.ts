// What is wrong with a step by itself: whether its plan can do it, its object and its input.
import type { AdPlatform } from '../../../integrations/ads/platform.ts';
import type { CampaignBody } from '../ad-fields/campaign-body.ts';
import { platformObjective } from '../ad-fields/platform-objective.ts';
import { overOn, termsOn } from '../campaign-record/campaign-platforms.ts';
import type { WholeCampaign } from '../campaign-record/campaign-row.ts';
import { RESOURCE_NOUNS, type ResourceKind } from '../field-catalogue/catalogue.ts';
import { checkInput } from '../field-catalogue/check-input.ts';
import { isPlanned } from '../field-catalogue/interface.ts';
import type { PlanProblem } from '../plan-record/check-steps.ts';
import { inStep, type PlanStep } from '../plan-record/plan-input.ts';
import type { Broken } from './broken-content.ts';
import { referenceProblems } from './check-references.ts';
import type { PlanScene } from './plan-scene.ts';
import { type Say, sayer } from './say.ts';

export function stepProblems(scene: PlanScene): PlanProblem[] {
  return scene.plan.steps.flatMap((step, n) => {
    const say = sayer(step, n);
    const adapter = scene.adapters[step.platform];
    if (!adapter)
      return [
        say(['platform'], {
          code: 'not_there',
          message: 'This ad platform is not available.',
          fix: 'Choose another platform.',
        }),
      ];
    const act = actProblem(scene, step, adapter, say);
    const object = objectProblems(scene, step, adapter, say);
    if (act) return [act, ...object];
    return [
      ...object,
      ...inputProblems(scene, step, n, adapter),
      ...referenceProblems(scene, step, adapter, say),
    ];
  });
}

function actProblem(
  { plan, whole }: PlanScene,
  step: PlanStep,
  { capabilities }: AdPlatform,
  say: Say,
): PlanProblem | null {
  const { variants, name } = capabilities;
  const { productVariant, resourceKind, mutation } = step;
  if (!Object.hasOwn(variants, productVariant))
    return say(['productVariant'], {
      code: 'not_one_of',
      message: `${name} has no such product variant.`,
      fix: `Choose one of ${Object.keys(variants).join(', ')}.`,
    });
  const right = whole && variantOf(whole, step, variants);
  if (right && right !== productVariant)
    return say(['productVariant'], {
      code: 'other_variant',
      message: `The campaign has another product variant on ${name}.`,
      fix: `Set it to ${right}.`,
    });
  if (isPlanned({ ...step, operationType: plan.operationType }, capabilities)) return null;
  return say(['mutation'], {
    code: 'not_taken',
    message: `${name} has no step ${mutation} ${resourceKind} in a plan of the type ${plan.operationType}.`,
    fix: 'Remove the step. GET /ads/fields lists the steps of each type of plan.',
  });
}

/** The variant that the campaign has on a platform, or will have once it is created there. */
function variantOf(
  { row, platforms }: WholeCampaign,
  { mutation, resourceKind, input }: PlanStep,
  variants: AdPlatform['capabilities']['variants'],
): string | undefined {
  const { objective, destination, optimizationEvent } = row.terms;
  const creates = resourceKind === 'campaign' && mutation === 'create';
  const isOpen = creates && platforms.every(({ platformId }) => platformId === null);
  const said = isOpen ? (input as Partial<CampaignBody>) : {};
  const wanted = platformObjective(
    said.objective ?? objective,
    (typeof said.destination === 'object' ? said.destination?.type : undefined) ?? destination.type,
    said.optimizationEvent ?? optimizationEvent,
  );
  return Object.entries(variants).find(
    ([, objectives]) => objectives === null || objectives.includes(wanted),
  )?.[0];
}

function inputProblems(
  { plan, whole }: PlanScene,
  step: PlanStep,
  n: number,
  { capabilities }: AdPlatform,
): PlanProblem[] {
  const { platform, resourceKind, mutation } = step;
  // Without its campaign, nothing is known of what the step leaves out.
  if (mutation === 'archive' || (resourceKind === 'campaign' && !whole)) return [];
  const body = whole ? bodyOn(whole, platform) : ({} as CampaignBody);
  return checkInput(
    { ...step, operationType: plan.operationType },
    { name: platform, capabilities },
    body,
  ).map(({ path, ...rest }) => ({ step: step.id, path: inStep(n, 'input') + path, ...rest }));
}

const bodyOn = ({ row }: WholeCampaign, platform: string): CampaignBody => ({
  ...termsOn(row.terms, row, platform),
  name: row.name,
});

/** The kinds of objects that exist within a campaign at its platform. */
const WITHIN: readonly ResourceKind[] = ['campaign', 'delivery_group', 'ad'];

function objectProblems(
  scene: PlanScene,
  step: PlanStep,
  { capabilities }: AdPlatform,
  say: Say,
): PlanProblem[] {
  if (scene.plan.operationType === 'upload_media')
    return step.localResourceId === undefined ? [] : [say(['localResourceId'], NEW_CONTENT)];
  const there = scene.whole && placeProblem(scene, scene.whole, step, capabilities.name, say);
  const local = localProblem(scene, step, say);
  return [there, local].filter((one) => one !== null);
}

const NEW_CONTENT: Broken = {
  code: 'not_taken',
  message: 'Videos and creatives are always created.',
  fix: 'Remove localResourceId.',
};

/** Whether the campaign is at the platform, as the step needs it. */
function placeProblem(
  { plan }: PlanScene,
  whole: WholeCampaign,
  step: PlanStep,
  called: string,
  say: Say,
): PlanProblem | null {
  const { platform, resourceKind, mutation } = step;
  const there = whole.platforms.find((one) => one.platform === platform);
  if (!there)
    return say(['platform'], {
      code: 'not_there',
      message: `The campaign does not run on ${called}.`,
      fix: 'Choose a platform of the campaign.',
    });
  if (overOn(whole).includes(platform))
    return say(['platform'], {
      code: 'archived',
      message: `The campaign is archived on ${called}.`,
      fix: 'Choose another platform of the campaign.',
    });
  if (!WITHIN.includes(resourceKind)) return null;
  const creates = resourceKind === 'campaign' && mutation === 'create';
  if (there.platformId !== null)
    return creates
      ? say(['mutation'], {
          code: 'already_there',
          message: `The campaign exists on ${called} already.`,
          fix: 'Remove the step, or update the campaign.',
        })
      : null;
  if (creates) return null;
  const maker = plan.steps.find(
    (one) => one.platform === platform && one.resourceKind === 'campaign' && one.mutation === 'create',
  );
  if (!maker)
    return say(['platform'], {
      code: 'not_made',
      message: `The campaign does not exist on ${called} yet.`,
      fix: 'Create it there first, with a plan of the type publish_campaign.',
    });
  if (awaits(plan.steps, step, maker.id)) return null;
  return say(['dependsOnStepIds'], {
    code: 'not_awaited',
    message: 'The step does not depend on the one that creates the campaign.',
    fix: `Add that step to dependsOnStepIds.`,
  });
}

/** Whether a step runs after another one, by its own dependencies or by theirs. */
function awaits(steps: readonly PlanStep[], step: PlanStep, on: string): boolean {
  const byId = new Map(steps.map((one) => [one.id, one]));
  const seen = new Set<string>();
  const open = [...step.dependsOnStepIds];
  while (open.length > 0) {
    const id = open.pop()!;
    if (id === on) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(byId.get(id)?.dependsOnStepIds ?? []));
  }
  return false;
}

/** Whether the step's resource is the one that it can change. */
function localProblem(scene: PlanScene, step: PlanStep, say: Say): PlanProblem | null {
  const { platform, resourceKind, mutation, localResourceId, providerResourceId } = step;
  const noun = RESOURCE_NOUNS[resourceKind];
  const path = ['localResourceId'];
  if (!WITHIN.includes(resourceKind)) return localResourceId === undefined ? null : say(path, NEW_CONTENT);
  if (localResourceId === undefined) {
    if (resourceKind === 'campaign' || mutation === 'create') return null;
    const message = `The step does not say which ${noun} it changes.`;
    return say(path, {
      code: 'required',
      message,
      fix: 'Choose one of GET /ads/resources.',
    });
  }
  const found = scene.resources.get(localResourceId);
  const fix = `Choose ${resourceKind === 'campaign' ? 'the campaign' : `an ${noun}`} of this campaign on this platform.`;
  if (!found) return say(path, { code: 'unknown', message: 'This resource does not exist.', fix });
  if (found.external)
    return say(path, {
      code: 'external',
      message: 'This resource was not created by the service and is read-only.',
      fix,
    });
  const wrong = [
    [found.kind !== resourceKind, 'wrong_kind', `This resource is not an ${noun}.`],
    [found.platform !== platform, 'other_platform', 'This resource is on another platform.'],
    [
      scene.whole !== null && found.campaignId !== scene.whole.row.id,
      'other_campaign',
      'This resource belongs to another campaign.',
    ],
    [found.archived, 'archived', `The ${noun} is archived.`],
    [
      // A repair also turns on what was made and not yet turned on.
      mutation === 'create' && found.made && scene.plan.sourceOperationId === undefined,
      'already_there',
      `The ${noun} exists on the platform already.`,
    ],
    [
      mutation !== 'create' && resourceKind !== 'campaign' && !found.made,
      'not_made',
      `The ${noun} does not exist on the platform yet.`,
    ],
  ] as const;
  const [, code, message] = wrong.find(([isSo]) => isSo) ?? [];
  if (code !== undefined)
    return say(path, { code, message: message!.replace('an campaign', 'a campaign'), fix });
  if (providerResourceId === undefined || providerResourceId === found.providerResourceId) return null;
  return say(['providerResourceId'], {
    code: 'not_ours',
    message: 'This is not the ID of the resource on the platform.',
    fix: 'Remove it, or send the providerResourceId of the resource.',
  });
}
