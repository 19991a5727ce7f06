// Checks a campaign's terms that are the same on every platform.
import { HOUR_MS } from '../../../kit/time.ts';
import { dayIn, endOfDayIn, startOfDayIn } from '../../../kit/zone.ts';
import type { TargetPlatform } from '../campaign-record/campaign-platforms.ts';
import type { CampaignProblem } from '../campaign-record/campaign-problem.ts';
import { brokenAges } from '../campaign-terms/check-audience.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import { isDaily } from './plan-budget.ts';

const ours = (path: string, code: string, message: string, fix: string): CampaignProblem => ({
  path,
  code,
  message,
  fix,
  platform: null,
});

export function destinationProblems({ destination: { type, value } }: CampaignTerms): CampaignProblem[] {
  if (value === null) return [];
  const url = URL.canParse(value) ? new URL(value) : null;
  const web = (url?.protocol === 'https:' || url?.protocol === 'http:') && !url.username && !url.password;
  const path = '/destination/value';
  if (type !== 'deep_link')
    return web
      ? []
      : [
          ours(
            path,
            'malformed',
            'The destination is not a valid URL.',
            'Enter a URL that begins with https:// and contains no user name or password.',
          ),
        ];
  const runs = ['javascript:', 'data:', 'file:', 'vbscript:', 'blob:'];
  return url && !runs.includes(url.protocol)
    ? []
    : [
        ours(
          path,
          'malformed',
          'The destination is not a deep link.',
          'Enter a deep link such as myapp://offer.',
        ),
      ];
}

export const audienceProblems = ({ audience }: CampaignTerms): CampaignProblem[] =>
  brokenAges(audience).map((one) => ({ ...one, platform: null }));

interface Dates {
  terms: CampaignTerms;
  scheduledLaunchAt: number | null;
  begun: boolean;
}

export function scheduleProblems(
  now: number,
  { terms, scheduledLaunchAt, begun }: Dates,
  zone: string,
): CampaignProblem[] {
  const { startDate, endDate } = terms.schedule;
  const today = dayIn(zone, now);
  const problems: CampaignProblem[] = [];
  if (!begun && startDate < today)
    problems.push(
      ours(
        '/schedule/startDate',
        'past',
        `The start date is in the past: today is ${today} in the ad account's time zone.`,
        'Choose today or a later day.',
      ),
    );
  if (endDate !== null && endDate < startDate)
    problems.push(
      ours(
        '/schedule/endDate',
        'before_start',
        'The end date is before the start date.',
        'Choose a later end date.',
      ),
    );
  else if (endDate !== null && endDate < today)
    problems.push(
      ours('/schedule/endDate', 'past', 'The end date is in the past.', 'Choose today or a later day.'),
    );
  if (scheduledLaunchAt !== null && scheduledLaunchAt <= now)
    problems.push(
      ours(
        '/scheduledLaunchAt',
        'past',
        'The scheduled launch is in the past.',
        'Launch the campaign now, or choose a later time.',
      ),
    );
  if (scheduledLaunchAt !== null && endDate !== null && scheduledLaunchAt >= endOfDayIn(zone, endDate))
    problems.push(
      ours(
        '/scheduledLaunchAt',
        'after_end',
        'The scheduled launch is after the end date.',
        'Choose an earlier launch or a later end date.',
      ),
    );
  return problems;
}

/** A platform's minimum run time. @param grows whether the change creates new ad sets there. */
export function lengthProblems(
  now: number,
  { terms, begun }: Dates,
  zone: string,
  { name, adapter: { capabilities } }: TargetPlatform,
  grows: boolean,
): CampaignProblem[] {
  const { startDate, endDate } = terms.schedule;
  const { dailyHours, name: called } = capabilities;
  if (dailyHours === undefined || endDate === null || endDate < startDate || !isDaily(terms)) return [];
  const start = startOfDayIn(zone, startDate);
  // A new ad set starts when it is created, however long the others have been running.
  const length = endOfDayIn(zone, endDate) - (begun && !grows ? start : Math.max(now, start));
  if (length > dailyHours * HOUR_MS) return [];
  return [
    {
      path: '/schedule/endDate',
      code: 'too_short',
      platform: name,
      message: `${begun && grows ? 'A new ad set' : 'A campaign'} with a daily budget must run for more than ${dailyHours} hours on ${called}.`,
      fix: 'Choose a later end date, or set a billing limit instead of a daily budget.',
    },
  ];
}

/** What is known about the pixel and the conversions. */
interface Counting {
  verifiedPixel: boolean;
  /** The active conversions that the campaign can use, by ID. */
  conversions: ReadonlyMap<string, string>;
}

export function attributionProblems(
  { destination, creatorPay: { attribution } }: CampaignTerms,
  { verifiedPixel, conversions }: Counting,
): CampaignProblem[] {
  const { source, conversion } = attribution;
  const problems: CampaignProblem[] = [];
  const path = '/attribution/source';
  if (source === 'service' && destination.type !== 'website')
    problems.push(
      ours(
        path,
        'website_only',
        'The pixel only counts conversions on websites.',
        'Set the attribution source to platform, or choose a website as the destination.',
      ),
    );
  else if (source === 'service' && !verifiedPixel)
    problems.push(
      ours(
        path,
        'pixel_unverified',
        'No pixel of this account has recorded a visitor yet.',
        'Install the pixel on the website, or set the attribution source to platform.',
      ),
    );
  if (conversion !== null && !conversions.has(conversion))
    problems.push(
      ours(
        '/attribution/conversion',
        'not_found',
        'This conversion does not exist or is archived.',
        'Choose one of GET /v1/conversions.',
      ),
    );
  return problems;
}
