// What a plan makes of its campaign. Reads and writes nothing.
import type { AdPlatform } from '../../../integrations/ads/platform.ts';
import type { CampaignUpdateInput } from '../campaign-record/campaign-input.ts';
import { inSequence, type PlanStep } from '../plan-record/plan-input.ts';
import { type PartsScene, plannedParts } from '../plan-record/planned-parts.ts';
import type { Intended } from './intended.ts';

/** A resource that a plan names: the record behind it, and its ID at the platform once it is there. */
export interface NamedResource {
  localId: string;
  providerResourceId: string | null;
  /** The thumbnail's address once the platform has processed a video; it may be empty. */
  cover: string | null;
}

/** What is known when a plan begins. */
export interface PlanScene extends PartsScene {
  /** The resources that the plan names, by ID. */
  resources: ReadonlyMap<string, NamedResource>;
  adapters: Readonly<Record<string, AdPlatform>>;
}

/** The fields of the campaign that a step changes. What is set for an added platform alone goes into its block. */
function patchOf({ platform, input }: PlanStep, own: string): CampaignUpdateInput {
  const { settings, ...rest } = input;
  if (settings === undefined) return rest as CampaignUpdateInput;
  return { ...rest, settings: platform === own ? settings : { [platform]: settings } } as CampaignUpdateInput;
}

const WANTED = { active: 'live', paused: 'paused' } as const;

/** @returns what the plan makes of the campaign, and by step the ad sets and ads that steps create. */
export function intend(scene: PlanScene): { intended: Intended; made: ReadonlyMap<string, string> } {
  const { plan, whole } = scene;
  // A step can be called anything, `__proto__` too.
  const patches = new Map<string, CampaignUpdateInput>();
  let wanted: Intended['wanted'] = null;
  for (const step of inSequence(plan.steps)) {
    if (step.resourceKind !== 'campaign') continue;
    if (step.mutation === 'set_status') wanted = WANTED[step.input.status as keyof typeof WANTED];
    else if (step.mutation === 'archive') wanted = 'archived';
    else patches.set(step.id, patchOf(step, whole.row.platform));
  }
  const { parts, made } = plannedParts(scene, plan.steps);
  return { intended: { patches: Object.fromEntries(patches), wanted, ...parts }, made };
}
