// Fills in forms as a person would who has read their labels.

import { MAIN, PAGE, PIXEL, PROFILE } from '../ads/meta-ids.ts';
import * as clock from '../clock.ts';
import { portion } from '../vitest/portion.ts';
import type { Field } from './page-forms.ts';

export const EDIT_CAMPAIGN = '/app/:place/campaigns/:campaign/edit save';
export const SUBMIT = '/app/:place/submissions/new submit';
export const POST = 'https://www.tiktok.com/@nia/video/7300000000000000001';

/** What a form says of itself. */
export interface FormToFill {
  /** The page's path in the registry, and the action. */
  kind: string;
  fields: readonly Field[];
}

export type Values = Map<string, readonly string[]>;

/** Who signs in, where a form asks for that. */
export const OWNER = 'owner.of.all@people.example';
export const FILLED_PASSWORD = 'correct horse battery';

const inDays = (days: number) => new Date(clock.now() + days * 86_400_000).toISOString();

/** Values that the form and its labels do not reveal. A field name for all forms, or `kind of form, name`. */
const TAKES: Readonly<Record<string, () => string>> = {
  '/sign-in enter, email': () => OWNER,
  '/embed/window/:session/sign-in enter, email': () => OWNER,
  '/sign-up join, company': () => 'Sample',
  [`${EDIT_CAMPAIGN}, name`]: () => 'Renamed',
  [`${SUBMIT}, url`]: () => POST,
  amount: () => '12.34',
  'pay.base': () => '500.00',
  origins: () => 'https://shop.example.com',
  redirectUris: () => 'https://app.example/callback',
  webhookUrl: () => 'https://receiver.example.com/hooks',
  shop: () => 'northwind.myshopify.com',
  'address.country': () => 'US',
  'destination.value': () => 'https://shop.example/',
  'budget.billingLimit': () => '900.00',
  'schedule.startDate': () => inDays(1).slice(0, 10),
  'schedule.endDate': () => inDays(30).slice(0, 10),
  'settings.pixel': () => PIXEL,
  'selection.adAccountId': () => MAIN,
  'selection.pageId': () => PAGE,
  'selection.profileId': () => PROFILE,
  'audience.countries': () => 'US',
  optimizationEvent: () => 'purchase',
  'creatorPay.creatorShare': () => '10',
  'creatorPay.leadAmount': () => '5.00',
};

const byKind = ({ kind }: FormToFill, name: string) => TAKES[`${kind}, ${name}`]?.();

function sampleOf(form: FormToFill, { name, kind, type, value, options }: Field, given: Given): string[] {
  const takes = given[name] ?? byKind(form, name) ?? (value[0] ? undefined : TAKES[name]?.());
  if (takes !== undefined) return [takes];
  if (kind === 'checkboxes') return value.length > 0 ? value : options.slice(0, 1);
  if (kind === 'radio' || kind === 'select') return [value.find(Boolean) ?? options.find(Boolean) ?? ''];
  if (value[0]) return value;
  if (type === 'email') return ['somebody.else@people.example'];
  if (type === 'password') return [FILLED_PASSWORD];
  if (type === 'date') return [inDays(1).slice(0, 10)];
  if (type === 'datetime-local') return [inDays(1).slice(0, 16)];
  return ['Sample'];
}

/** Further values, by field name. */
export type Given = Readonly<Record<string, string>>;

/** Optional fields stay as they are, and so does a single checkbox, unless the form says too little. */
export function filledIn(form: FormToFill, given: Given = {}): Values {
  return new Map(
    form.fields.map((field) => {
      const stays = field.called !== 'required' || field.kind === 'checkbox';
      if (stays && (given[field.name] ?? byKind(form, field.name)) === undefined)
        return [field.name, field.value.filter((one) => one !== '')];
      return [field.name, sampleOf(form, field, given)];
    }),
  );
}

/** The same values, of which a person has changed one where all are as the form shows them. */
export function changedIn({ fields }: FormToFill, values: Values): Values {
  const isAsShown = ({ name, value }: Field) => values.get(name)!.join() === value.filter(Boolean).join();
  const [one] = fields.flatMap((field) => {
    const other = otherThan(field);
    return other ? [[field.name, other] as const] : [];
  });
  return one && fields.every(isAsShown) ? new Map([...values, one]) : values;
}

const TAKES_NO_TEXT = /url|link|price|amount|percent|count|quantity/i;

function otherThan({ name, kind, type, value, options }: Field): string[] | null {
  if (TAKES_NO_TEXT.test(name)) return null;
  if (kind === 'textarea' || (kind === 'text' && type === 'text')) return [`${value[0] ?? ''} again`.trim()];
  if (kind === 'checkbox') return value.length > 0 ? [] : options;
  const other = options.find((option) => option !== '' && !value.includes(option));
  return kind !== 'file' && other !== undefined ? [other] : null;
}

/** The fields without which a form is sent in this run: of those that are always required, and of those that never are, a portion. */
export function leftOut(fields: readonly Field[]): Field[] {
  // These runs bring no files, and a URL may stand in for one.
  const needsUrl = fields.some(({ name, called }) => name === 'file' && called === 'sometimes');
  const all = fields.filter(({ kind, name }) => kind !== 'checkbox' && !(needsUrl && name === 'url'));
  return [
    ...all.filter(({ called }) => called === 'sometimes'),
    ...portion(
      all.filter(({ called }) => called !== 'sometimes'),
      3,
      ({ called }) => called,
    ),
  ];
}

/** The same values with one field left out, as by a person who overlooked it. */
export function withoutIt(values: Values, { name, kind }: Field): Values {
  const choice = kind === 'radio' || kind === 'checkboxes';
  return new Map([...values, [name, choice ? [] : ['']]]);
}
