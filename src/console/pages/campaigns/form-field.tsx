// A field of a campaign as its platform describes it: what it can be, what it begins with, what it is for.
import type { AdFieldRecord } from '../../../domains/ads/ad-fields/ad-field.ts';
import { showAmount } from '../../amount.ts';
import { Checkbox, Choices } from '../../components/choices.tsx';
import { placeWords, Select, TextArea, TextField } from '../../components/form.tsx';
import { words } from '../../format.tsx';
import { type FormChoices, ListedField } from './form-choices.tsx';
import type { FormField, FormGround } from './form-ground.ts';
import { CLEARED, nameAt } from './form-input.ts';
import { countryName } from './terms.tsx';

/** As people call them, where the API's names would not tell. */
const LABELS: Record<string, string> = {
  '/name': 'Name',
  '/destination/value': 'Address that the ads lead to',
  '/optimizationEvent': 'What counts',
  '/budget/billingLimit': 'In all',
  '/budget/daily': 'A day',
  '/schedule/startDate': 'First day',
  '/schedule/endDate': 'Last day',
  '/audience/countries': 'Countries',
  '/audience/ageMin': 'From age',
  '/audience/ageMax': 'To age',
  '/audience/gender': 'Who',
  '/audience/expand': 'The platform may go beyond this audience',
  '/identity': 'In whose name',
  '/ad/primaryText': 'Text',
  '/ad/headline': 'Headline',
  '/ad/callToAction': 'Button',
  '/settings/targetCpa': 'What one result may cost',
  '/settings/app': 'App',
  '/settings/logo': 'Logo',
  '/settings/conversion': 'Conversion of the platform',
  '/settings/conversionGoal': 'Goal of the ad account',
  '/settings/revenueConversion': 'Conversion that says the revenue',
  '/settings/connectedTv': 'Connected TV',
  '/settings/languages': 'Languages',
  '/settings/singaporeBeneficiary': 'Verified beneficiary in Singapore',
  '/settings/singaporePayer': 'Verified payer in Singapore',
  '/settings/australiaBeneficiary': 'Verified beneficiary of financial ads in Australia',
  '/settings/australiaPayer': 'Verified payer of financial ads in Australia',
  '/settings/specialAdCategories': 'Restricted kinds of ads',
  '/settings/budgetOptimization': 'Where the budget stands',
  '/tracking/trackingUrlTemplate': 'Tracking template',
  '/tracking/urlParameters': 'URL parameters',
};

/** Where the platform's own word says no more than the label, or less than people need. */
const HINTS: Record<string, string> = {
  '/name': 'Whoever sees the ads does not see it.',
  '/destination/value': '',
  '/optimizationEvent': 'What people are to do there: the platform looks for those who will.',
  '/budget/billingLimit': 'Spending ends at this amount.',
  '/budget/daily': 'Left empty, the whole is spread over the days.',
  '/schedule/startDate': 'In the zone of the ad account.',
  '/schedule/endDate': 'Left empty, it goes on until all is spent.',
  '/audience/countries': '',
  '/audience/ageMin': '',
  '/audience/ageMax': '65 stands for everybody older, too.',
  '/audience/gender': '',
  '/audience/expand': 'It then also shows them to others who may be interested.',
  '/identity': '',
  '/ad/primaryText': 'What stands above or below the video.',
  '/ad/headline': '',
  '/ad/callToAction': '',
};

/** Where it is picked from a list, and no ID is typed. */
const PICKED: Record<string, string> = {
  '/settings/pixel': 'Counts what the ads bring.',
  '/settings/conversion': 'Counts in place of the conversion event.',
  '/settings/conversionGoal': 'The campaign bids for it, in place of a conversion.',
  '/settings/app': '',
  '/settings/locations': 'In place of the countries.',
  '/settings/languages': 'Only people who speak one of them see the ads.',
  '/settings/logo': 'A square image of the ad account. Add one on the page of the connection.',
};

const VALUES: Record<string, string> = { brand: 'The brand', creator: 'The creator', all: 'Everybody' };

/** Texts of more than a line. */
const LONG = /\/primaryText$/;
const LONG_LIST = 4;

/**
 * @param path where it stands in the body, if not where the platform says. @param optional whatever the platform says.
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
  const label = (LABELS[field.path] ?? placeWords(field.path.split('/').at(-1)!)) + money;
  const value = ground.beginsWith(path);
  const listed = choices.get(path);
  const about = listed?.items ? PICKED[field.path] : undefined;
  const hint = hintOf(field, ground, path, about);
  const shared = { name, label, hint, required: neededOf(field, optional) };
  const empty = optional ? 'As in the campaign' : shared.required === true ? 'Choose one' : 'None';
  if (listed) return <ListedField {...{ field, value, shared, empty }} choices={listed} />;
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

/** A block of an added platform leaves out what the campaign says for all. */
function neededOf({ required, requiredFor }: FormField, optional: boolean): boolean | string {
  return optional ? false : required || (requiredFor ?? false);
}

function nameOf({ path }: AdFieldRecord, value: string): string {
  if (path === '/audience/countries') return countryName(value);
  if (path === '/audience/ageMax' && value === '65') return '65 and older';
  return VALUES[value] ?? words(value.toLowerCase());
}

function hintOf(
  { description, path: own, values }: AdFieldRecord,
  ground: FormGround,
  path: string,
  about = HINTS[own] ?? description.replaceAll('`', ''),
): string {
  // The choice says it itself.
  if (own === '/audience/ageMax' && values !== null) return '';
  const kept = ground.hasBelow(path) && values === null && !CLEARED.has(own);
  return kept ? `${about} Left empty, it is what your defaults or the template say.`.trim() : about;
}
