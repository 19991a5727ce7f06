/** What the parts of a campaign mean, alike in bodies, templates, defaults and records. */
export const ABOUT = {
  name: 'For your team, and the name at the platform.',
  objective:
    'What the campaign is for. With the destination and the event it decides what the platform calls its objective.',
  destination: 'Where a click leads.',
  destinationType: 'A page, an app, or the page of an app in a store.',
  budget: 'What may be spent, on all platforms together.',
  daily:
    'Cents a day. Without it billingLimit is spread over the days until endDate or, without an end, a thirtieth of it is spent a day.',
  billingLimit: 'Cents. Stop spending at this amount.',
  schedule: 'From when until when the ads run.',
  startDate: "The first day, in the ad account's time zone, YYYY-MM-DD.",
  endDate: "The last day, in the ad account's time zone, YYYY-MM-DD; null for no end.",
  scheduledLaunchAt: 'Turns the campaign on then; until then it stays paused.',
  audience: 'Who is to see the ads.',
  countries: 'ISO 3166-1 alpha-2. The ads are shown there alone.',
  ageMin: 'Years, of the youngest.',
  ageMax: 'Years. 65 stands for everybody who is older, too.',
  gender: 'Who is meant: everybody, or one of the two.',
  expand: 'Whether the platform may go beyond it.',
  ad: 'What all ads of the campaign say.',
  primaryText: 'The words beside the video.',
  callToAction: 'What the button says.',
  headline: 'A short line, where the platform shows one.',
  optimizationEvent: 'What the platform is to bring as often as it can for the money.',
  settings: 'What the platforms take besides: GET /v1/ad-fields lists it.',
  tracking: 'What is added to the links, and where else a click is told.',
  identity:
    "In whose name the ads are shown. `creator` takes the creators' posts, and needs an ad authorization for each.",
  creatives: 'Approved or live work.',
  creatorPay: "What creators are paid for what this campaign brings, in place of their programs' rules.",
  model: 'What is paid for: the ad spend, the revenue that the ads brought, or leads.',
  creatorShare:
    "Percent of that spend or revenue: 1.5 means 1.5 %. Where neither this nor leadAmount is set, the programs' rules pay.",
  leadAmount: 'Cents for each lead.',
  cap: 'The most that each creator earns by the campaign, in cents; null for no such limit.',
  revenueEvent:
    'Which event is a sale or a lead: a purchase for revenue, a lead for leads, unless it says otherwise.',
  attribution: 'Whose conversions count.',
  attributionSource: '`service` counts what the pixel saw, `platform` what the ad platform says.',
  conversion:
    'Which conversion of yours counts, with the source `service`; null for every event of the kind.',
  connection: 'The ad account that pays, and its platform. Fixed.',
  launch: 'Whether it runs as soon as it is set up; else it is paused.',
} as const;
