// The fields of a campaign's body that a platform may refuse, in people's words.
export const PLACES = {
  '/name': 'the name',
  '/objective': 'the objective',
  '/destination/value': 'the destination',
  '/optimizationEvent': 'the conversion event',
  '/budget': 'the budget',
  '/budget/daily': 'the daily budget',
  '/budget/billingLimit': 'the billing limit',
  '/schedule/startDate': 'the start date',
  '/schedule/endDate': 'the end date',
  '/audience': 'the audience',
  '/audience/countries': 'the countries',
  '/audience/ageMin': 'the ages',
  '/audience/gender': 'the gender',
  '/ad': 'the ad',
  '/ad/primaryText': 'the primary text',
  '/ad/headline': 'the headline',
  '/ad/callToAction': 'the call to action',
  '/creatives': 'the video',
  '/identity': 'the identity',
  '/adSets': 'the ad sets',
  '/connection': 'the selection of the connection',
  '/settings': 'the settings for the platform',
  '/tracking/urlParameters': 'the URL parameters',
  '/tracking/trackingUrlTemplate': 'the tracking template',
  '/settings/pixel': 'the pixel',
  '/settings/app': 'the app',
  '/settings/conversion': 'the conversion',
  '/settings/conversionGoal': 'the conversion goal',
  '/settings/logo': 'the logo',
  '/settings/businessName': 'the business name',
  '/settings/targetCpa': 'the target cost',
  '/settings/specialAdCategories': 'the special ad categories',
  '/settings/languages': 'the languages',
  '/settings/connectedTv': 'the connected TV setting',
} as const;

/** A JSON pointer into the body of a campaign. */
export type Place = keyof typeof PLACES;

/** The campaign field that each of a platform's fields comes from; null for a field that the service fills in. */
export type Places = Readonly<Record<string, Place | null>>;
