/** Descriptions of a campaign's parts, shared by bodies, templates, defaults and records. */
export const ABOUT = {
  name: 'The name, here and on the platform. Only your team sees it.',
  objective:
    'The campaign objective. Together with the destination and the event it decides the objective on the platform.',
  destination: 'Where a click goes.',
  destinationType: 'The type of the destination: a website, an app, or an app in a store.',
  budget: 'The budget on all platforms together.',
  daily:
    'Cents a day. Without it billingLimit is spread over the days until endDate or, without an end, a thirtieth of it is spent a day.',
  billingLimit: 'Cents. The campaign stops when it has spent this amount.',
  schedule: 'The days on which the ads run.',
  startDate: "The first day, in the ad account's time zone, YYYY-MM-DD.",
  endDate: "The last day, in the ad account's time zone, YYYY-MM-DD; null for no end.",
  scheduledLaunchAt: 'The campaign launches then and stays paused until then.',
  audience: 'The people who see the ads.',
  countries: 'The countries in which the ads are shown, as ISO 3166-1 alpha-2.',
  ageMin: 'The minimum age in years.',
  ageMax: 'The maximum age in years. 65 includes everyone older.',
  gender: 'The gender of the audience.',
  expand: 'Audience expansion: whether the platform may show the ads to people outside the audience.',
  ad: 'The texts of all ads of the campaign.',
  primaryText: 'The text above or below the video.',
  callToAction: 'The text of the button.',
  headline: 'A short line, on platforms that show one.',
  optimizationEvent: 'The conversion event that the platform optimizes for.',
  settings: 'Further settings of the platforms. GET /v1/ad-fields lists them.',
  tracking: 'URL parameters and tracking templates of the ads.',
  identity:
    "The identity of the ads. `creator` uses the creators' posts and requires an ad authorization for each.",
  creatives: 'Approved or live submissions.',
  creatorPay: "The pay of creators for this campaign. It replaces their programs' pay rules.",
  model: 'What creators are paid for: ad spend, attributed revenue or leads.',
  creatorShare:
    "Percent of that spend or revenue: 1.5 means 1.5%. Where neither this nor leadAmount is set, the programs' pay rules apply.",
  leadAmount: 'Cents per lead.',
  cap: 'The most that a creator can earn from this campaign, in cents; null for no cap.',
  revenueEvent:
    'The event that counts as a sale or a lead: a purchase for revenue and a lead for leads, unless set.',
  attribution: 'The source of the conversions.',
  attributionSource:
    '`service` uses the conversions of your pixel, `platform` those that the ad platform reports.',
  conversion: 'The conversion that counts with the source `service`; null for every conversion of the event.',
  connection: 'The connection to the ad account that pays for the ads. It cannot be changed.',
  launch: 'Whether it runs as soon as it is set up; otherwise it stays paused.',
} as const;
