// Checks a campaign against a platform's rules. It reads and asks nothing, because the field definitions hold all the
// rules.
import type { AdDestination, AdField } from '../../../integrations/ads/fields.ts';
import type { Capabilities } from '../../../integrations/ads/platform.ts';
import type { AdEvent, AdObjective } from '../../../integrations/ads/steps.ts';
import { isRecord } from '../../../kit/given.ts';
import { ownCampaignOf } from './added-platform.ts';
import { brokenRule, type FieldProblemCode } from './broken-rule.ts';
import type { CampaignBody } from './campaign-body.ts';
import { fieldsOf } from './fields-of.ts';
import { platformObjective } from './platform-objective.ts';

export interface FieldProblem {
  /** A JSON pointer into the body. */
  path: string;
  code: FieldProblemCode;
  message: string;
  /** What the person can do about it. */
  fix: string;
  platform: string;
}

/** A platform's name in the API, and what it can do. */
export interface CheckedPlatform {
  name: string;
  capabilities: Capabilities;
}

/**
 * The platform's rules that a campaign breaks.
 * @param added the names of platforms that the settings add. `checkAdded` checks their blocks.
 */
export function checkFields(
  body: CampaignBody,
  platform: CheckedPlatform,
  added: readonly string[] = [],
): FieldProblem[] {
  const fields = fieldsOf(platform.capabilities);
  return [
    ...wrongObjective(body, platform),
    ...brokenFields(body, fields, platform),
    ...unknownFields(body.settings, '/settings', fields, platform, added),
    ...unknownFields(body.tracking, '/tracking', fields, platform, []),
  ];
}

/** The same as `checkFields`, for an additional platform with a block of its own in the settings. */
export function checkAdded(body: CampaignBody, platform: CheckedPlatform): FieldProblem[] {
  const { body: own, pointerInto } = ownCampaignOf(body, platform.name);
  const fields = fieldsOf(platform.capabilities);
  return [
    ...wrongObjective(own, platform),
    ...brokenFields(own, fields, platform),
    ...unknownFields(own.settings, '/settings', fields, platform, []),
  ].map((problem) => ({ ...problem, path: pointerInto(problem.path) }));
}

/**
 * The values that a platform would refuse in settings alone, whatever campaign they are for. @param path where the
 * settings are in the body.
 */
export function checkSettings(
  settings: Readonly<Record<string, unknown>>,
  path: string,
  platform: CheckedPlatform,
): FieldProblem[] {
  const fields = fieldsOf(platform.capabilities);
  const { name, capabilities } = platform;
  const broken = Object.entries(settings).flatMap(([key, value]) => {
    const field = fields.find((one) => one.path === `/settings/${key}`);
    const rule = field && brokenRule({ ...field, required: false }, value, capabilities.name);
    return rule ? [{ ...rule, platform: name }] : [];
  });
  return [...broken, ...unknownFields(settings, '/settings', fields, platform, [])].map((problem) => ({
    ...problem,
    path: path + problem.path.slice('/settings'.length),
  }));
}

/**
 * Values that no platform accepts in any campaign. Each value is checked against every platform's rules for its field.
 */
export function checkAnywhere(
  values: Readonly<Record<string, unknown>>,
  platforms: readonly CheckedPlatform[],
): Omit<FieldProblem, 'platform'>[] {
  const rules = platforms.flatMap((platform) =>
    fieldsOf(platform.capabilities).map((field) => ({ field, called: platform.capabilities.name })),
  );
  return leavesOf(values).flatMap(([path, value]) => {
    const there = rules.filter(({ field }) => field.path === path);
    const broken = there.map(({ field, called }) => brokenRule({ ...field, required: false }, value, called));
    const first = broken[0];
    if (first === undefined)
      return [{ path, code: 'not_taken', message: 'No ad platform has this field.', fix: 'Remove it.' }];
    return broken.every((one) => one !== null) ? [first!] : [];
  });
}

/** The values of the body and of its nested objects, with their paths. */
function leavesOf(values: Readonly<Record<string, unknown>>): [string, unknown][] {
  return Object.entries(values).flatMap(([name, value]): [string, unknown][] =>
    isRecord(value)
      ? Object.entries(value).map(([inner, one]) => [`/${name}/${inner}`, one])
      : [[`/${name}`, value]],
  );
}

/** The fields that a platform has for this objective and destination. @param event undefined matches every event. */
export function fieldsThere(
  fields: readonly AdField[],
  objective: AdObjective | null,
  destination: AdDestination | null,
  event?: AdEvent | null,
): AdField[] {
  return fields.filter(
    ({ when }) =>
      when === null ||
      ((objective === null || !when.objective || when.objective.includes(objective)) &&
        (destination === null || !when.destination || when.destination.includes(destination)) &&
        (event === undefined || !when.event || (event !== null && when.event.includes(event)))),
  );
}

function objectiveOf({ objective, destination, optimizationEvent }: CampaignBody): AdObjective {
  return platformObjective(objective, destination.type, optimizationEvent ?? null);
}

/** Refuses an objective that the platform lacks, or lacks for this type of destination. */
function wrongObjective(body: CampaignBody, { name, capabilities }: CheckedPlatform): FieldProblem[] {
  const objective = objectiveOf(body);
  if (capabilities.objectives.includes(objective)) return [];
  const called = objective.replace('_', ' ');
  const asAsked = objective === body.objective;
  return [
    {
      path: asAsked ? '/objective' : '/destination/type',
      code: 'not_one_of',
      message: asAsked
        ? `${capabilities.name} does not support ${called} campaigns.`
        : `${capabilities.name} does not support ${called} campaigns, and this destination and conversion event require one.`,
      fix: asAsked
        ? 'Choose another objective or another platform.'
        : 'Choose a website as the destination, another objective or another platform.',
      platform: name,
    },
  ];
}

function brokenFields(
  body: CampaignBody,
  fields: readonly AdField[],
  { name, capabilities }: CheckedPlatform,
): FieldProblem[] {
  const { destination, optimizationEvent = null } = body;
  return fieldsThere(fields, objectiveOf(body), destination.type, optimizationEvent).flatMap((field) => {
    if (field.path === '/objective' || !isFor(field, body)) return [];
    const broken = brokenRule(field, valueAt(body, field.path), capabilities.name);
    return broken ? [{ ...broken, platform: name }] : [];
  });
}

/** Whether a field applies to the campaign's countries and special ad categories. */
function isFor({ when }: AdField, body: CampaignBody): boolean {
  const { country, countries: least = 0, category } = when ?? {};
  const listed = (path: string): unknown[] => {
    const value = valueAt(body, path);
    return Array.isArray(value) ? value : [];
  };
  const any = (wanted: readonly string[] | undefined, path: string) =>
    !wanted || wanted.some((one) => listed(path).includes(one));
  return (
    any(country, '/audience/countries') &&
    listed('/audience/countries').length >= least &&
    any(category, '/settings/specialAdCategories')
  );
}

/**
 * Fields that the platform does not have at all. Fields that it has for other campaigns are no problem, because
 * defaults and templates may carry them.
 */
function unknownFields(
  value: unknown,
  path: string,
  fields: readonly AdField[],
  { name, capabilities }: CheckedPlatform,
  others: readonly string[],
): FieldProblem[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([key, one]) => one !== null && one !== undefined && !others.includes(key) && !isEndedBlock(one))
    .map(([key]) => `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .filter((one) => !fields.some((field) => field.path === one))
    .map((one) => ({
      path: one,
      code: 'not_taken',
      message: `${capabilities.name} has no ${path.slice(1)} field ${one.slice(path.length + 1)}.`,
      fix: 'Remove it.',
      platform: name,
    }));
}

/** A block with the status `archived` no longer adds its platform, but stays in the settings. */
const isEndedBlock = (value: unknown) =>
  typeof value === 'object' && (value as { status?: unknown }).status === 'archived';

function valueAt(body: unknown, path: string): unknown {
  return path
    .slice(1)
    .split('/')
    .reduce((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], body);
}
