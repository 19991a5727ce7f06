// What can be said against a campaign's terms on any platform.
import { dayIn, endOfDayIn } from '../../../kit/zone.ts';
import { brokenAges } from '../campaign-terms/check-audience.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import type { CampaignProblem } from './problem.ts';

const ours = (path: string, code: string, message: string, fix: string): CampaignProblem => ({
  ...{ path, code, message, fix },
  platform: null,
});

export function destinationProblems({ destination: { type, value } }: CampaignTerms): CampaignProblem[] {
  if (value === null) return [];
  const url = URL.canParse(value) ? new URL(value) : null;
  const web = url?.protocol === 'https:' || url?.protocol === 'http:';
  const path = '/destination/value';
  if (type !== 'deep_link')
    return web
      ? []
      : [ours(path, 'malformed', 'It is no web address.', 'Give one that begins with https://.')];
  const runs = ['javascript:', 'data:', 'file:', 'vbscript:', 'blob:'];
  return url && !runs.includes(url.protocol)
    ? []
    : [ours(path, 'malformed', 'It is no link to an app.', 'Give one such as myapp://offer.')];
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
      ours('/schedule/startDate', 'past', `It is past: today is ${today} there.`, 'Begin today or later.'),
    );
  if (endDate !== null && endDate < startDate)
    problems.push(ours('/schedule/endDate', 'before_start', 'It ends before it begins.', 'End it later.'));
  else if (endDate !== null && endDate < today)
    problems.push(ours('/schedule/endDate', 'past', 'Its last day is past.', 'End it today or later.'));
  if (scheduledLaunchAt !== null && scheduledLaunchAt <= now)
    problems.push(
      ours('/scheduledLaunchAt', 'past', 'The moment is past.', 'Launch it now, or give a later one.'),
    );
  if (scheduledLaunchAt !== null && endDate !== null && scheduledLaunchAt >= endOfDayIn(zone, endDate))
    problems.push(
      ours('/scheduledLaunchAt', 'after_end', 'The campaign is over by then.', 'Launch it before its end.'),
    );
  return problems;
}

/** What is known of who counts. */
interface Counting {
  verifiedPixel: boolean;
  /** The active conversions that may count, by their IDs. */
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
        'A pixel counts on websites alone.',
        'Let the platform count, or lead to a website.',
      ),
    );
  else if (source === 'service' && !verifiedPixel)
    problems.push(
      ours(
        path,
        'pixel_unverified',
        'No pixel of the account has seen a visitor.',
        'Put a pixel on the website first.',
      ),
    );
  if (conversion !== null && !conversions.has(conversion))
    problems.push(
      ours(
        '/attribution/conversion',
        'not_found',
        'There is no such active conversion.',
        'Give one of GET /v1/conversions.',
      ),
    );
  return problems;
}
