// The labels of a campaign's fields and values, for all pages.
import { placeWords } from '../../components/form.tsx';
import { words } from '../../format.tsx';

/** Labels for fields whose API name would be a bad label. */
const LABELS: Record<string, string> = {
  '/name': 'Name',
  '/optimizationEvent': 'Conversion event',
  '/budget/billingLimit': 'Billing limit',
  '/budget/daily': 'Daily budget',
  '/schedule/startDate': 'Start date',
  '/schedule/endDate': 'End date',
  '/audience/countries': 'Countries',
  '/audience/ageMin': 'Minimum age',
  '/audience/ageMax': 'Maximum age',
  '/audience/gender': 'Gender',
  '/audience/expand': 'Audience expansion',
  '/identity': 'Identity',
  '/ad/primaryText': 'Primary text',
  '/ad/headline': 'Headline',
  '/ad/callToAction': 'Call to action',
  '/settings/targetCpa': 'Target cost per result',
  '/settings/app': 'App',
  '/settings/logo': 'Logo',
  '/settings/conversion': 'Custom conversion',
  '/settings/conversionGoal': 'Conversion goal',
  '/settings/revenueConversion': 'Revenue conversion',
  '/settings/connectedTv': 'Connected TV',
  '/settings/languages': 'Languages',
  '/settings/singaporeBeneficiary': 'Verified beneficiary in Singapore',
  '/settings/singaporePayer': 'Verified payer in Singapore',
  '/settings/australiaBeneficiary': 'Verified beneficiary of financial ads in Australia',
  '/settings/australiaPayer': 'Verified payer of financial ads in Australia',
  '/settings/specialAdCategories': 'Special ad categories',
  '/settings/budgetOptimization': 'Budget level',
  '/tracking/trackingUrlTemplate': 'Tracking template',
  '/tracking/urlParameters': 'URL parameters',
};

const VALUES: Record<string, string> = {
  FINANCIAL_PRODUCTS_SERVICES: 'Financial products and services',
  ISSUES_ELECTIONS_POLITICS: 'Social issues, elections or politics',
};

/** A field's label. @param path in the body of a campaign. */
export const fieldName = (path: string): string => LABELS[path] ?? placeWords(path.split('/').at(-1)!);

/** A value that people choose from a list. */
export const valueName = (value: string): string => VALUES[value] ?? words(value.toLowerCase());

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });
export const countryName = (code: string): string => COUNTRIES.of(code) ?? code;
