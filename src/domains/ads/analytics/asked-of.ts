// What a caller may ask of analytics. Each refusal names the query parameter.
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { DAY_MS, startOfDay } from '../../../kit/time.ts';
import { clientIds } from '../../accounts/accounts/interface.ts';
import type { ResultGroup, ResultsAsked } from '../ad-sync/interface.ts';
import { type AnalyticsQuery, TOO_BIG } from './analytics.ts';

const MOST_DAYS = 400;
/** No ad ran before here. Zones that skipped a whole day did so earlier (Samoa in 2011). */
const FIRST_DAY = '2012-01-01';
/** Dates end with the year 9999, and the day after the last one is needed as well. */
const LAST_DAY = '9998-12-31';
/** Posts are read for so many days. */
const ORGANIC_DAYS = 90;
export const MOST_ROWS = 10_000;

/** Refuses a query parameter with 400. */
export function refused(field: keyof AnalyticsQuery, message: string, code = 'invalid_value'): AppError {
  const details = [{ path: `/${field}`, code, message }];
  return new AppError('invalid_request', `Bad query parameter. ${field}: ${message}`, { details });
}

export const tooManyRows = () =>
  refused(
    'group',
    `The answer has more than ${MOST_ROWS} rows. Ask for fewer days or groups, or for CSV.`,
    TOO_BIG,
  );

/** The query as the store takes it: whose results, and split by what. Throws invalid_request. */
export function askedOf(ctx: Ctx, query: AnalyticsQuery): ResultsAsked {
  const { from, to, source, scope } = query;
  checkRange(ctx, query);
  const { campaign, submission, program, creator, platform } = query;
  const asked = { from, to, source, campaign, submission, program, creator, platform };
  const group: ResultGroup[] = [...new Set(query.group)];
  const { account } = ctx.actor;
  if (account === null) return { ...asked, group, of: ofCreator(ctx, query, group) };
  // Rows of campaigns and ads are compared with what the account counts itself.
  const split = source !== 'external' && (group.includes('campaign') || group.includes('ad'));
  if (scope === undefined) return { ...asked, group, split, of: { account: account.id } };
  if (account.type !== 'partner') throw refused('scope', 'Only a partner has clients.');
  return { ...asked, group: ['account', ...group], split, of: { clients: clientIds(ctx) } };
}

function checkRange({ now }: Ctx, { from, to, mode, source, campaign, group }: AnalyticsQuery): void {
  if (from < FIRST_DAY) throw refused('from', `Must not be earlier than ${FIRST_DAY}.`);
  if (to > LAST_DAY) throw refused('to', `Must not be later than ${LAST_DAY}.`);
  if (from > to) throw refused('to', 'Must not be earlier than `from`.');
  const most = mode === 'organic' ? ORGANIC_DAYS : MOST_DAYS;
  if (Date.parse(to) - Date.parse(from) >= most * DAY_MS)
    throw refused('to', `A range has at most ${most} days.`);
  if (mode === 'paid') return;
  if (Date.parse(from) < startOfDay(now) - (ORGANIC_DAYS - 1) * DAY_MS)
    throw refused('from', `Posts can be read for the last ${ORGANIC_DAYS} days only.`);
  if (source !== 'service') throw refused('source', 'Posts have no other source.');
  if (campaign !== undefined) throw refused('campaign', 'Posts do not belong to campaigns.');
  const hidden = group?.find((name) => name === 'campaign' || name === 'ad');
  if (hidden !== undefined) throw refused('group', `Posts cannot be grouped by ${hidden}.`);
}

/** A creator reads what its own submissions brought as ads of any brand, but not in which campaigns and ads. */
function ofCreator(ctx: Ctx, query: AnalyticsQuery, group: readonly ResultGroup[]): { creator: string } {
  const own = ctx.actor.creator!;
  const hidden = group.find((name) => name !== 'submission' && name !== 'platform');
  if (hidden !== undefined) throw refused('group', `Creators cannot group by ${hidden}.`);
  if (query.campaign !== undefined) throw refused('campaign', 'Creators cannot filter by campaign.');
  if (query.source !== 'service') throw refused('source', 'Creators see ads that were launched here only.');
  if (query.creator !== undefined && query.creator !== own)
    throw refused('creator', 'Creators see their own submissions only.');
  if (query.scope !== undefined) throw refused('scope', 'Only a partner has clients.');
  return { creator: own };
}
