// Fills in forms as a person would who has read their labels.

import { MAIN, PAGE, PIXEL, PROFILE } from '../ads/meta.ts';
import * as clock from '../clock.ts';
import { portion } from '../vitest/portion.ts';
import { FILLED_PASSWORD, OWNER } from './all-pages.ts';
import type { ShownForm } from './look-around.ts';
import type { Field } from './page-forms.ts';

export type Values = Map<string, readonly string[]>;

const inDays = (days: number) => new Date(clock.now() + days * 86_400_000).toISOString();

/** Values that the form and its labels do not reveal. A field name for all forms, or `kind of form, name`. */
const TAKES: Readonly<Record<string, () => string>> = {
  '/sign-in enter, email': () => OWNER,
  '/embed/window/:session/sign-in enter, email': () => OWNER,
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

function sampleOf(form: ShownForm, { name, kind, type, value, options }: Field, given: Given): string[] {
  const takes = given[name] ?? TAKES[`${form.kind}, ${name}`]?.() ?? (value[0] ? undefined : TAKES[name]?.());
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

/** Optional fields stay as they are, and so does a single checkbox. */
export function filledIn(form: ShownForm, given: Given = {}): Values {
  return new Map(
    form.fields.map((field) => {
      const stays = field.called !== 'required' || field.kind === 'checkbox';
      if (stays && given[field.name] === undefined)
        return [field.name, field.value.filter((one) => one !== '')];
      return [field.name, sampleOf(form, field, given)];
    }),
  );
}

/** The fields without which a form is sent in this run: of those that are always required, and of those that never are, a portion. */
export function leftOut(fields: readonly Field[]): Field[] {
  const all = fields.filter(({ kind }) => kind !== 'checkbox');
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
