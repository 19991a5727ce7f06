// Finds all problems of a campaign at once, before anything is sent to a platform.
import type { SystemCtx } from '../../../context.ts';
import { adAccountOf } from '../../../integrations/ads/platform.ts';
import { AppError, reasonOf } from '../../../kit/error.ts';
import { DAY_MS } from '../../../kit/time.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { spendLookUp } from '../../accounts/connections/spend-look-up.ts';
import { useConnection } from '../../accounts/connections/use-connection.ts';
import { checkAdded, checkFields } from '../ad-fields/check-fields.ts';
import { type TargetPlatform, targetPlatforms } from '../campaign-record/campaign-platforms.ts';
import type { CampaignProblem } from '../campaign-record/campaign-problem.ts';
import { findBudgetFloor, saveBudgetFloor } from '../campaign-record/interface.ts';
import { adsAnAdSet, type PackedAdSet, packAdSets } from '../campaign-record/pack-ad-sets.ts';
import { brokenLinks } from '../campaign-terms/broken-links.ts';
import type { CampaignTerms } from '../campaign-terms/terms.ts';
import { warningsOf } from './answer-campaign.ts';
import { adSetProblems, budgetProblems } from './check-ad-sets.ts';
import { creativeProblems } from './check-creatives.ts';
import {
  attributionProblems,
  audienceProblems,
  destinationProblems,
  lengthProblems,
  scheduleProblems,
} from './check-terms.ts';
import { payProblems } from './creator-pay-of.ts';
import { factsOf, type KnownFacts } from './preflight-facts.ts';

/** The campaign as it would be after the change. */
export interface CampaignDraft {
  accountId: string;
  name: string;
  connectionId: string;
  terms: CampaignTerms;
  /** The ad sets as people laid them out; null lets the platform's limits decide. */
  adSets: PackedAdSet[] | null;
  /**
   * Whether the ad sets stay as they are. What happened to them after they were set is no reason to refuse this change.
   */
  keepsAdSets?: boolean;
  /** Whether no platform's budget changes. The present one passed this check when it was set. */
  keepsBudgets?: boolean;
  /** Submissions that need no ad on the campaign's own platform, because its ads on another one show them. */
  elsewhere?: readonly string[];
  scheduledLaunchAt: number | null;
  /** Whether the start date may be in the past: it passed this check when it was set. */
  begun: boolean;
  /** The platforms on which the campaign has ended. */
  over?: readonly string[];
  /** The ad sets on added platforms, where they are known; elsewhere the platform's limits decide. */
  added?: ReadonlyMap<string, { adSets: PackedAdSet[]; keepsAdSets: boolean }>;
}

/** The plan for a campaign on one platform. */
export interface PlannedPlatform extends TargetPlatform {
  connection: ConnectionRow;
  adSets: PackedAdSet[];
  budgetFloor: number;
}

export interface Preflight {
  problems: CampaignProblem[];
  warnings: CampaignProblem[];
  /** Null when the connection cannot be used. */
  connection: ConnectionRow | null;
  /** The plans for all platforms. They are complete if there are no problems. */
  platforms: PlannedPlatform[];
}

/** Throws an AdError when a platform does not answer a required question. */
export async function preflight(
  ctx: SystemCtx,
  draft: CampaignDraft,
  known: KnownFacts = {},
): Promise<Preflight> {
  const { terms } = draft;
  const facts = await factsOf(ctx, draft, known);
  const { connection } = facts;
  const all = connection ? await targetPlatforms(ctx, connection, terms.settings, known.active) : [];
  const targets = all.filter(({ name }) => !draft.over?.includes(name));
  const problems = connectionProblems(ctx, connection, targets);
  const zone = connection?.timezone ?? 'UTC';
  problems.push(
    ...destinationProblems(terms),
    ...brokenLinks(terms).map((one) => ({ ...one, platform: null })),
    ...audienceProblems(terms),
    ...scheduleProblems(ctx.now, draft, zone),
    ...payProblems(terms, {
      ...facts,
      targets,
      currency: connection?.currency ?? null,
      feePercent: ctx.vars.SERVICE_FEE_PERCENT,
    }),
    ...attributionProblems(terms, facts),
  );
  const [floors, ofCreatives] = await Promise.all([
    Promise.all(targets.map((target) => floorOf(ctx, target, known.floors))),
    creativeProblems(ctx, draft, targets, { submissions: facts.submissions, files: known.files }),
  ]);
  const added = all.slice(1).map(({ name }) => name);
  const platforms: PlannedPlatform[] = [];
  const laidOut = new Map<string, number>();
  for (const [at, target] of targets.entries()) {
    const { name, adapter } = target;
    const { capabilities } = adapter;
    const body = { ...terms, name: draft.name };
    const checked = { name, capabilities };
    const own = target === all[0];
    problems.push(...(own ? checkFields(body, checked, added) : checkAdded(body, checked)));
    const { adSets: given, keepsAdSets = false } = own ? draft : (draft.added?.get(name) ?? { adSets: null });
    const adSets = given ?? packAdSets(terms.creatives, adsAnAdSet(capabilities, terms));
    const grows = given?.some(({ id }) => id === null) ?? false;
    laidOut.set(name, adSets.length);
    problems.push(...lengthProblems(ctx.now, draft, zone, target, grows));
    if (!keepsAdSets) {
      const ofAdSets = adSetProblems(terms, given, target, draft.elsewhere);
      problems.push(...ofAdSets.map((one) => (own ? one : { ...one, platform: name })));
    }
    const budgetFloor = floors[at]!;
    if (typeof budgetFloor === 'object') problems.push(budgetFloor);
    if (typeof budgetFloor !== 'number' || !target.connection) continue;
    const planned = { ...target, connection: target.connection, adSets, budgetFloor };
    if (!draft.keepsBudgets) problems.push(...budgetProblems(terms, planned, { at, of: targets.length }));
    platforms.push(planned);
  }
  problems.push(...ofCreatives);
  const advising = targets.map(({ name, adapter, connection: own }) => ({
    name,
    capabilities: adapter.capabilities,
    selection: own?.selection ?? null,
    adSets: laidOut.get(name) ?? 1,
  }));
  const warnings = warningsOf(terms, connection?.provider ?? '', advising, connection?.currency ?? 'usd');
  return { problems: distinct(problems), warnings, connection, platforms };
}

function connectionProblems(
  { reactions, now }: SystemCtx,
  connection: ConnectionRow | null,
  targets: readonly TargetPlatform[],
): CampaignProblem[] {
  const problem = (
    code: string,
    message: string,
    fix: string,
    platform: string | null,
  ): CampaignProblem[] => [{ path: '/connection', code, message, fix, platform }];
  if (!connection)
    return problem(
      'not_found',
      'This connection does not exist.',
      'Choose one of GET /v1/connections.',
      null,
    );
  const { provider, status, tokenExpiresAt, refreshToken } = connection;
  const isOver = refreshToken === null && tokenExpiresAt !== null && tokenExpiresAt <= now;
  if (!reactions.adPlatforms[provider])
    return problem(
      'no_ad_platform',
      'This connection does not belong to an ad platform.',
      'Choose a connection to an ad platform.',
      null,
    );
  if (status === 'connected')
    return problem(
      'setup_incomplete',
      'The setup of the connection is incomplete.',
      'Finish its setup.',
      provider,
    );
  if (status !== 'active' || isOver)
    return problem(
      'reconnect_required',
      'The platform no longer accepts the connection.',
      'Reconnect the ad account.',
      provider,
    );
  const added = targets.filter(({ name }) => name !== provider);
  return added.flatMap(({ name, found, adapter, connection: own }): CampaignProblem[] => {
    const path = `/settings/${name}`;
    const platform = adapter.capabilities.name;
    if (!own) {
      const message =
        found === 0
          ? `There is no active connection to ${platform}.`
          : `There are ${found} active connections to ${platform}.`;
      return [
        {
          path,
          code: 'one_connection',
          message,
          fix: found === 0 ? `Connect ${platform}.` : `Disconnect all but one connection to ${platform}.`,
          platform: name,
        },
      ];
    }
    if (own.currency === connection.currency) return [];
    return [
      {
        path,
        code: 'other_currency',
        platform: name,
        message: `The ${platform} ad account uses ${own.currency?.toUpperCase() ?? 'an unknown currency'}, the campaign uses ${connection.currency?.toUpperCase()}.`,
        fix: 'Create a separate campaign for that platform.',
      },
    ];
  });
}

/**
 * The ad account's minimum daily budget, at most a day old. Returns a problem when the connection is no longer
 * accepted, and undefined without an active connection.
 */
async function floorOf(
  ctx: SystemCtx,
  { name, adapter, connection }: TargetPlatform,
  floors: KnownFacts['floors'],
): Promise<number | CampaignProblem | undefined> {
  if (connection?.status !== 'active') return undefined;
  const adAccount = adAccountOf(connection.selection) ?? '';
  const given = floors?.get(connection.id);
  const known =
    given?.adAccount === adAccount
      ? given.floor
      : await findBudgetFloor(ctx, connection.id, adAccount, ctx.now - DAY_MS);
  if (known !== null) return known;
  try {
    const read = await useConnection(ctx, connection, async (platform, session) => {
      await spendLookUp(ctx, connection.holder);
      return await platform.budgetFloor(session);
    });
    if (read === null) return floorUnknown(name, adapter.capabilities.name, connection);
    await saveBudgetFloor(ctx, connection.id, adAccount, read);
    return read;
  } catch (error) {
    if (!(error instanceof AppError && reasonOf(error) === 'reconnect_required')) throw error;
    const fix = 'Reconnect the ad account.';
    return {
      path: '/connection',
      code: 'reconnect_required',
      message: error.message,
      fix,
      platform: name,
    };
  }
}

/** Reported now, because otherwise the platform would refuse the budget when half of the campaign is created. */
const floorUnknown = (platform: string, called: string, { currency }: ConnectionRow): CampaignProblem => ({
  path: '/budget',
  code: 'floor_unknown',
  platform,
  message: `The minimum budget for ${called} in ${(currency ?? '').toUpperCase()} is unknown.`,
  fix: 'Use an ad account in another currency.',
});

/** Keeps only the first problem with the same path, code and platform. */
function distinct(problems: readonly CampaignProblem[]): CampaignProblem[] {
  const seen = new Set<string>();
  return problems.filter(({ path, code, platform }) => {
    const key = JSON.stringify([path, code, platform]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
