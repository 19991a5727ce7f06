// Checks the input of a plan's step. What v1 says of the same campaign is said here, at the place in the input.
import * as z from 'zod';
import { isRecord } from '../../../kit/given.ts';
import { isWithin, pointerTo } from '../../../kit/json.ts';
import { readAs } from '../../../resource/field-issues.ts';
import type { CampaignBody } from '../ad-fields/campaign-body.ts';
import { type CheckedPlatform, checkFields } from '../ad-fields/check-fields.ts';
import { CampaignUpdate } from '../campaign-record/campaign-input.ts';
import { type Act, type CatalogueField, fieldsOfStep } from './catalogue-fields.ts';

export interface CheckedStep extends Act {
  productVariant: string;
  input: Readonly<Record<string, unknown>>;
}

export interface InputProblem {
  /** A JSON pointer into the input. */
  path: string;
  code: string;
  message: string;
  /** What the person can do about it. */
  fix: string;
}

/** The values of an input with their JSON pointers. Lists, references, null and empty objects are values. */
export function leavesOf(input: unknown, path: readonly string[] = []): [path: string, value: unknown][] {
  if (!isRecord(input) || isReference(input) || (path.length > 0 && Object.keys(input).length === 0))
    return [[pointerTo(path), input]];
  return Object.entries(input).flatMap(([key, value]) => leavesOf(value, [...path, key]));
}

const isReference = (value: Record<string, unknown>): boolean => 'kind' in value && 'id' in value;

/**
 * What the catalogue and the platform refuse of a step's input.
 * @param campaign the campaign that the step is for, as a body of v1, without what the step changes.
 */
export function checkInput(
  step: CheckedStep,
  platform: CheckedPlatform,
  campaign: CampaignBody,
): InputProblem[] {
  const fields = step.mutation === 'archive' ? [] : fieldsOfStep(step, platform.capabilities);
  const leaves = leavesOf(step.input);
  const problems = leaves.flatMap(([path, value]) => leafProblem(path, value, fields) ?? []);
  // Rules speak of values that the schema takes.
  const sound = leaves.filter(([path]) => !problems.some((one) => isWithin(one.path, path)));
  const whole = step.resourceKind === 'campaign' && step.mutation !== 'set_status';
  const more = whole ? ruleProblems(campaign, fields, sound, platform) : missing(fields, leaves);
  // Only one thing is said of a value.
  const isNew = ({ path }: InputProblem) =>
    !problems.some((one) => isWithin(path, one.path) || isWithin(one.path, path));
  return [...problems, ...more.filter(isNew)];
}

/** What is wrong with one value, whatever else the step says. */
function leafProblem(path: string, value: unknown, fields: readonly CatalogueField[]): InputProblem | null {
  const field = fields.find((one) => one.path === path);
  if (!field)
    return {
      path,
      code: 'not_taken',
      message: 'The catalogue has no such field for this step.',
      fix: 'Remove it. GET /ads/fields lists all fields.',
    };
  if (field.references) return referenceProblem(path, value, field.references);
  if (field.campaignPath === null)
    return field.values?.includes(value as string)
      ? null
      : {
          path,
          code: 'not_one_of',
          message: 'A step of this plan does not set it to this.',
          fix: `Choose one of ${field.values?.join(', ')}.`,
        };
  return schemaProblem(path, value, field.campaignPath);
}

function referenceProblem(path: string, value: unknown, kinds: readonly string[]): InputProblem | null {
  const wanted = kinds.join(' or ');
  const fix = `Use a reference of the kind ${wanted}.`;
  const form = isRecord(value) && Object.keys(value).every((key) => key === 'kind' || key === 'id');
  if (!form || typeof value.id !== 'string' || value.id.length < 1 || value.id.length > 200)
    return { path, code: 'wrong_type', message: 'This must be a reference.', fix };
  return kinds.includes(value.kind as string)
    ? null
    : { path: `${path}/kind`, code: 'not_one_of', message: `This names a ${wanted} alone.`, fix };
}

/** What the schema of v1 says of a value at its place there. */
function schemaProblem(path: string, value: unknown, campaignPath: string): InputProblem | null {
  const read = readAs(schemaAt(campaignPath), value);
  const [issue] = 'issues' in read ? read.issues : [];
  return issue ? { ...issue, path: path + issue.path, fix: 'Change it.' } : null;
}

const schemas = new Map<string, z.ZodType>();

/** What PATCH /v1/campaigns says of a place in its body, kept for each. */
function schemaAt(campaignPath: string): z.ZodType {
  const known = schemas.get(campaignPath);
  if (known) return known;
  const found = campaignPath.slice(1).split('/').reduce(partOf, CampaignUpdate);
  schemas.set(campaignPath, found);
  return found;
}

/** @param part a member's name, or `*` for the items of a list. What a loose object does not name takes any value. */
function partOf(schema: z.ZodType, part: string): z.ZodType {
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
  if (inner instanceof z.ZodArray && part === '*') return inner.element as z.ZodType;
  if (!(inner instanceof z.ZodObject)) throw new Error(`No part ${part} of ${inner.type}.`);
  return (inner.shape as Record<string, z.ZodType>)[part] ?? z.unknown();
}

/** What the platform refuses of the campaign with the step's values, where the step has a say. */
function ruleProblems(
  campaign: CampaignBody,
  fields: readonly CatalogueField[],
  leaves: readonly (readonly [string, unknown])[],
  platform: CheckedPlatform,
): InputProblem[] {
  const said = new Set(leaves.map(([path]) => path));
  const whole = leaves.reduce((body, [path, value]) => withValue(body, path, value), campaign);
  return checkFields(whole, platform).filter(({ path, code }) => {
    const own = fields.filter((one) => isWithin(path, one.path));
    return own.some((one) => said.has(one.path) || (code === 'required' && one.required));
  });
}

function missing(
  fields: readonly CatalogueField[],
  leaves: readonly (readonly [string, unknown])[],
): InputProblem[] {
  const said = new Set(leaves.map(([path]) => path));
  return fields
    .filter(({ path, required }) => required && !said.has(path))
    .map(({ path, about }) => ({
      path,
      code: 'required',
      message: 'The step requires this field.',
      fix: `Fill it in. ${about}`,
    }));
}

/** A copy of a body with a value at a JSON pointer. */
function withValue<T extends object>(body: T, path: string, value: unknown): T {
  const [key = '', ...rest] = path.slice(1).split('/');
  const inner = (body as Record<string, unknown>)[key];
  return {
    ...body,
    [key]: rest.length === 0 ? value : withValue(isRecord(inner) ? inner : {}, `/${rest.join('/')}`, value),
  };
}
