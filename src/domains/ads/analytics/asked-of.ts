// What a caller may ask of analytics. Each refusal names the query parameter.
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { clientIds } from '../../accounts/accounts/interface.ts';
import type { ResultGroup, ResultsAsked } from '../ad-sync/interface.ts';
import type { AnalyticsQuery } from './analytics.ts';

const MOST_DAYS = 400;

/** Refuses a query parameter with 400. */
export function refused(field: keyof AnalyticsQuery, message: string): AppError {
  const details = [{ path: `/${field}`, code: 'invalid_value', message }];
  return new AppError('invalid_request', `Bad query parameter. ${field}: ${message}`, { details });
}

/** The query as the store takes it: whose results, and split by what. Throws invalid_request. */
export function askedOf(ctx: Ctx, query: AnalyticsQuery): ResultsAsked {
  const { from, to, source, scope } = query;
  checkRange(from, to, MOST_DAYS);
  const { campaign, submission, program, creator, platform } = query;
  const asked = { from, to, source, campaign, submission, program, creator, platform };
  const group: ResultGroup[] = [...new Set(query.group)];
  const { account } = ctx.actor;
  if (account === null) return { ...asked, group, of: ofCreator(ctx, query, group) };
  if (scope === undefined) return { ...asked, group, of: { account: account.id } };
  return { ...asked, group: ['account', ...group], of: { clients: clientIds(ctx) } };
}

export function checkRange(from: string, to: string, mostDays: number): void {
  if (from > to) throw refused('to', 'Must not be earlier than `from`.');
  if (Date.parse(to) - Date.parse(from) >= mostDays * DAY_MS)
    throw refused('to', `A range has at most ${mostDays} days.`);
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
