// What can be said against a campaign's terms on any platform.
import type { SystemCtx } from '../../../context.ts';
import { dayIn, endOfDayIn } from '../../../kit/zone.ts';
import { hasActiveConversion } from '../../measurement/conversions/interface.ts';
import { hasVerifiedPixel } from '../../measurement/pixels/interface.ts';
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

export function payProblems({ creatorPay }: CampaignTerms): CampaignProblem[] {
  const { model, creatorShare, leadAmount, revenueEvent, cap } = creatorPay;
  const at = (field: string) => `/creatorPay/${field}`;
  const problems: CampaignProblem[] = [];
  // Money pays by the programs' rules alone so far: what it would not keep is not promised.
  if (creatorShare !== null || leadAmount !== null)
    problems.push(
      ours(
        '/creatorPay',
        'not_available',
        'A campaign can not replace what the programs pay yet.',
        "Leave share and amount out: the programs' rules pay.",
      ),
    );
  if (creatorShare !== null && leadAmount !== null)
    problems.push(
      ours(
        at('leadAmount'),
        'not_both',
        'A share and an amount for leads exclude each other.',
        'Leave one out.',
      ),
    );
  else if (model === 'lead' && leadAmount === null)
    problems.push(ours(at('leadAmount'), 'required', 'A lead is paid with an amount.', 'Say how much.'));
  else if (model !== 'lead' && leadAmount !== null)
    problems.push(
      ours(at('model'), 'not_taken', 'Only the model lead pays for leads.', 'Make the model lead.'),
    );
  else if (model === 'lead' && creatorShare !== null)
    problems.push(
      ours(at('creatorShare'), 'not_taken', 'A lead is paid with an amount.', 'Leave the share out.'),
    );
  if (model === 'attributed_revenue' && creatorShare === null)
    problems.push(ours(at('creatorShare'), 'required', 'A share of the revenue is paid.', 'Say how much.'));
  if (revenueEvent !== null && model !== 'attributed_revenue')
    problems.push(
      ours(at('revenueEvent'), 'not_taken', 'Only attributed revenue has an event.', 'Leave it out.'),
    );
  if (cap !== null && creatorShare === null && leadAmount === null)
    problems.push(
      ours(at('cap'), 'not_taken', "The programs' rules have caps of their own.", 'Leave it out.'),
    );
  return problems;
}

export async function attributionProblems(
  ctx: SystemCtx,
  accountId: string,
  { destination, creatorPay: { attribution } }: CampaignTerms,
): Promise<CampaignProblem[]> {
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
  else if (source === 'service' && !(await hasVerifiedPixel(ctx, accountId)))
    problems.push(
      ours(
        path,
        'pixel_unverified',
        'No pixel of the account has seen a visitor.',
        'Put a pixel on the website first.',
      ),
    );
  if (conversion !== null && !(await hasActiveConversion(ctx, accountId, conversion)))
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
