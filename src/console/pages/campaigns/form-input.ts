// Reads a filled-in form as the body of POST /v1/campaigns, and finds its problems.

import type * as z from 'zod';
import type { AdFieldRecord } from '../../../domains/ads/ad-fields/ad-field-record.ts';
import { CampaignCreate } from '../../../domains/ads/campaign-record/campaign-input.ts';
import type {
  CampaignPreflight,
  CampaignProblem,
} from '../../../domains/ads/campaign-record/campaign-problem.ts';
import { AppError, type FieldIssue } from '../../../kit/error.ts';
import { readAs } from '../../../resource/field-issues.ts';
import type { FormInput } from '../../forms.ts';
import type { PlaceVisit } from '../../visit.ts';
import { momentOf } from './campaign.tsx';
import { type FormGround, OF_A_BLOCK, valueAt } from './form-ground.ts';
import { payOf } from './form-pay.tsx';
import { inPeoplesWords } from './problem-words.ts';

type Body = Record<string, unknown>;

/** Chosen on the first page, and so not fields of the form. */
export const OF_THE_GROUND: readonly string[] = ['/objective', '/destination/type'];

/** Fields for which empty is a value of its own: it overrides the defaults and the template. */
export const CLEARED: ReadonlySet<string> = new Set([
  '/budget/daily',
  '/budget/billingLimit',
  '/schedule/endDate',
]);

/** `/budget/daily` becomes the field name `budget.daily`. */
export const nameAt = (path: string): string => path.slice(1).replaceAll('/', '.');

/** The path in the body of an added platform's field; null if only the whole campaign has that field. */
export function pathInBlock(platform: string, path: string): string | null {
  if (path.startsWith('/settings/')) return `/settings/${platform}${path.slice('/settings'.length)}`;
  const ofAd = OF_A_BLOCK.find((name) => path === `/ad/${name}`);
  return ofAd ? `/settings/${platform}/${ofAd}` : null;
}

/** The body from the filled-in form, and the fields whose values are invalid. */
export function bodyOf(form: FormInput, ground: FormGround): { body: Body; issues: FieldIssue[] } {
  const { connection, objective, destination, template, account } = ground;
  const issues: FieldIssue[] = [];
  const body: Body = {
    connection: connection.id,
    objective,
    destination: { type: destination },
    launch: form.text('start') === 'now',
    budget: {},
    schedule: {},
    ad: {},
    creatives: [],
    ...(template && { template: template.id }),
  };
  const put = (path: string, field: AdFieldRecord) => {
    try {
      const value = filledIn(form, field, nameAt(path), account.currency);
      if (value !== undefined) setAt(body, path, value);
      else if (CLEARED.has(path)) setAt(body, path, null);
    } catch (error) {
      issues.push(...issuesIn(error));
    }
  };
  for (const field of ground.fields) if (!OF_THE_GROUND.includes(field.path)) put(field.path, field);
  for (const { name, fields } of ground.added) {
    if (!form.checked(`added.${name}`)) {
      // The person removed a platform that the template would add.
      if (ground.hasBelow(`/settings/${name}`)) setAt(body, `/settings/${name}`, { status: 'archived' });
      continue;
    }
    setAt(body, `/settings/${name}`, { status: 'active' });
    for (const field of fields) {
      const path = pathInBlock(name, field.path);
      if (path) put(path, field);
    }
    const link = form.optional(`settings.${name}.link`);
    if (link) setAt(body, `/settings/${name}/link`, link);
  }
  delete body.scheduledLaunchAt;
  try {
    Object.assign(body, payOf(form, account.currency));
  } catch (error) {
    issues.push(...issuesIn(error));
  }
  if (form.text('start') === 'planned') {
    try {
      body.scheduledLaunchAt = momentOf(form);
    } catch (error) {
      issues.push(...issuesIn(error));
    }
  }
  return { body, issues };
}

function issuesIn(error: unknown): FieldIssue[] {
  if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error;
  return error.details as FieldIssue[];
}

function filledIn(form: FormInput, field: AdFieldRecord, name: string, currency: string): unknown {
  switch (field.type) {
    case 'money':
      return form.amount(name, currency);
    case 'integer':
      return form.number(name);
    case 'boolean':
      return form.checked(name);
    case 'array': {
      // Selected options, or typed IDs if the list could not be read.
      const all = form.all(name).flatMap((one) => one.split(/[\s,]+/).filter(Boolean));
      return all.length > 0 ? all : undefined;
    }
    default:
      return form.optional(name);
  }
}

function setAt(body: Body, path: string, value: unknown): void {
  const keys = path.slice(1).split('/');
  const last = keys.pop()!;
  let into = body;
  for (const key of keys) {
    into[key] ??= {};
    into = into[key] as Body;
  }
  into[last] = value;
}

/**
 * Placeholder values for fields that are not filled in yet, so that the rest can be checked. They are told
 * apart from real ones.
 */
const MEANWHILE: Record<string, (ground: FormGround) => unknown> = {
  '/name': () => 'Campaign',
  '/creatives': () => [`sub_${'0'.repeat(26)}`],
  '/ad/primaryText': () => 'Text',
  '/ad/callToAction': () => 'learn_more',
  '/schedule/startDate': ({ today }) => today,
};

/**
 * The preflight's problems of a form, even if it is only half filled in. Throws what the preflight throws.
 */
export async function checkForm(
  at: PlaceVisit,
  form: FormInput,
  ground: FormGround,
): Promise<z.output<typeof CampaignPreflight>> {
  const { body, issues } = bodyOf(form, ground);
  const read = readAs(CampaignCreate, body);
  const refused = 'issues' in read ? read.issues : [];
  const own: CampaignProblem[] = [
    ...issues.map((one) => ({ ...one, fix: '', platform: null })),
    ...refused.map(({ path, message, code }) =>
      isEmpty(valueAt(body, path))
        ? { path, code: 'required', message: 'This field is required.', fix: '', platform: null }
        : { path, code, message, fix: '', platform: null },
    ),
  ];
  for (const { path } of own) setAt(body, path, MEANWHILE[path]?.(ground));
  if (!CampaignCreate.safeParse(body).success) return { problems: own, warnings: [] };
  const { problems, warnings } = await at.run('POST /v1/campaign-preflights', { body });
  const isSaid = ({ path }: CampaignProblem) =>
    own.some((one) => path === one.path || path.startsWith(`${one.path}/`));
  const found = problems.filter((one) => !isSaid(one));
  const empty = found
    .map(inPeoplesWords)
    .map((one) => (isEmpty(valueAt(body, one.path)) ? { ...one, code: 'required' } : one));
  return { problems: [...own, ...empty], warnings };
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
