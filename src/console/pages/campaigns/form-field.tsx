// A campaign field as its platform describes it: its values, its initial value, its purpose.
import type { AdFieldRecord } from '../../../domains/ads/ad-fields/ad-field-record.ts';
import { showAmount } from '../../amount.ts';
import { Checkbox, Choices } from '../../components/choices.tsx';
import { Select, TextArea, TextField } from '../../components/fields.tsx';
import { destinationLabel } from './campaign-parts.tsx';
import { countryName, fieldName, valueName } from './field-names.ts';
import { type FormChoices, ListedField } from './form-choices.tsx';
import type { FormField, FormGround } from './form-ground.ts';
import { CLEARED, nameAt } from './form-input.ts';

/** Hints that replace the platform's description of a field; empty when the label is enough. */
const HINTS: Record<string, string> = {
  '/name': 'Only visible to your team.',
  '/destination/value': '',
  '/optimizationEvent': 'The platform shows the ads to people who are likely to do this.',
  '/budget/billingLimit': 'The lifetime budget: the campaign stops when it has spent this amount.',
  '/budget/daily': 'Leave empty to spread the billing limit over the days.',
  '/schedule/startDate': 'In the ad account’s time zone.',
  '/schedule/endDate': 'Leave empty to run until the billing limit is reached.',
  '/audience/countries': '',
  '/audience/ageMin': '',
  '/audience/ageMax': '65 includes everyone older.',
  '/audience/gender': '',
  '/audience/expand': 'The platform may show the ads to people outside this audience.',
  '/identity': '',
  '/ad/primaryText': 'The text above or below the video.',
  '/ad/headline': '',
  '/ad/callToAction': '',
};

/** Hints for fields with a list of options, because the platform's description is about IDs. */
const PICKED: Record<string, string> = {
  '/settings/pixel': 'Measures the conversions of the ads.',
  '/settings/conversion': 'Replaces the conversion event.',
  '/settings/conversionGoal': 'The campaign bids for it instead of one conversion.',
  '/settings/app': '',
  '/settings/locations': 'Replaces the countries.',
  '/settings/languages': 'Only people who speak one of them see the ads.',
  '/settings/logo': 'A square image from the ad account. Add one on the connection page.',
};

/** Fields for texts of more than one line. */
const LONG = /\/primaryText$/;
const LONG_LIST = 4;

/**
 * @param path the field's path in the body, if it is not the platform's own. @param optional overrides the
 * platform's "required".
 */
export function CampaignField({
  field,
  ground,
  choices,
  path = field.path,
  optional = false,
}: {
  field: FormField;
  ground: FormGround;
  choices: FormChoices;
  path?: string;
  optional?: boolean;
}) {
  const { type, values, min, max, pattern } = field;
  const name = nameAt(path);
  const { currency } = ground.account;
  const money = type === 'money' ? ` (${currency.toUpperCase()})` : '';
  const label = labelOf(field.path, ground) + money;
  const value = ground.beginsWith(path);
  const listed = choices.get(path);
  const about = listed?.items ? PICKED[field.path] : undefined;
  const hint = hintOf(field, ground, path, about);
  const shared = { name, label, hint, required: neededOf(field, optional) };
  const empty = optional ? 'Same as the campaign' : shared.required === true ? 'Select one' : 'None';
  if (listed)
    return <ListedField field={field} value={value} shared={shared} empty={empty} choices={listed} />;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  if (type === 'boolean') return <Checkbox {...shared} checked={value === true} />;
  if (type === 'array' && values)
    return (
      <Choices
        {...shared}
        kind="checkbox"
        many={values.length > LONG_LIST}
        chosen={Array.isArray(value) ? value : []}
        options={values.map((one) => ({ value: one, label: nameOf(field, one) }))}
      />
    );
  if (type === 'array')
    return <TextArea {...shared} rows={3} value={Array.isArray(value) ? value.join('\n') : null} />;
  if (values)
    return (
      <Select
        {...shared}
        value={text}
        options={[
          ...(text === null ? [{ value: '', label: empty }] : []),
          ...values.map((one) => ({ value: one, label: nameOf(field, one) })),
        ]}
      />
    );
  if (type === 'money')
    return (
      <TextField
        {...shared}
        inputmode="decimal"
        value={typeof value === 'number' ? showAmount(value, currency) : null}
      />
    );
  if (type === 'integer')
    return (
      <TextField
        {...shared}
        type="number"
        value={text}
        {...(min !== null && { min })}
        {...(max !== null && { max })}
      />
    );
  if (type === 'date') return <TextField {...shared} type="date" value={text} />;
  const length = max === null ? {} : { maxlength: max };
  if (LONG.test(path)) return <TextArea {...shared} value={text} {...length} />;
  return <TextField {...shared} value={text} {...length} {...(pattern !== null && { pattern })} />;
}

/** In the block of an added platform, a field that the whole campaign has is optional. */
function neededOf({ required, requiredFor }: FormField, optional: boolean): boolean | string {
  return optional ? false : required || (requiredFor ?? false);
}

function labelOf(path: string, { destination }: FormGround): string {
  if (path === '/destination/value') return destinationLabel(destination);
  return fieldName(path);
}

function nameOf({ path }: AdFieldRecord, value: string): string {
  if (path === '/audience/countries') return countryName(value);
  if (path === '/audience/ageMax' && value === '65') return '65 and older';
  return valueName(value);
}

function hintOf(
  { description, path: own, values }: AdFieldRecord,
  ground: FormGround,
  path: string,
  about = HINTS[own] ?? description.replaceAll('`', ''),
): string {
  // The options explain themselves.
  if (own === '/audience/ageMax' && values !== null) return '';
  const kept = ground.hasBelow(path) && values === null && !CLEARED.has(own);
  return kept ? `${about} Leave empty to use your defaults or the template.`.trim() : about;
}
