// Everything that a plan names, as it is now: in one trip to the database, for one step as for a hundred.
import type { Ctx, SystemCtx } from '../../../context.ts';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import type { AdPlatform } from '../../../integrations/ads/platform.ts';
import { DAY_MS } from '../../../kit/time.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { listAllActive } from '../../accounts/connections/interface.ts';
import type { SeenFile } from '../../platform/files/file.ts';
import { filesById } from '../../platform/files/interface.ts';
import { listAmongSubmissions, submissionsById, videosOf } from '../../work/submissions/interface.ts';
import type { SubmissionRow } from '../../work/submissions/submission.ts';
import type { AdAuthorizationRow } from '../ad-authorizations/ad-authorization.ts';
import { listAmongAuthorizations } from '../ad-authorizations/interface.ts';
import { type KnownVideos, knownVideosOf } from '../campaign-delivery/plan-setup.ts';
import type { KnownFacts } from '../campaign-preflight/preflight-facts.ts';
import { floorsOn } from '../campaign-record/campaign-platforms.ts';
import type { WholeCampaign } from '../campaign-record/campaign-row.ts';
import {
  campaignOf,
  connectionOf,
  listBudgetFloors,
  ownCampaign,
  submissionsOf,
} from '../campaign-record/interface.ts';
import type { ReferenceKind } from '../field-catalogue/catalogue.ts';
import { type PlanInput, type PlanStep, refIn } from '../plan-record/plan-input.ts';
import { campaignBehind, type FoundResource, findResources, recordsBehind } from '../resources/interface.ts';
import { needsPreflight } from './needs-preflight.ts';

/** Records of other accounts are missing, as those that never were. */
export interface PlanScene {
  plan: PlanInput;
  now: number;
  account: string;
  /** The campaign that the target leads to; null for uploads, and where it leads to none. */
  whole: WholeCampaign | null;
  resources: ReadonlyMap<string, FoundResource>;
  /** The submissions that the plan names. */
  submissions: ReadonlyMap<string, SubmissionRow>;
  files: ReadonlyMap<string, SeenFile>;
  authorizations: ReadonlyMap<string, AdAuthorizationRow>;
  adapters: Readonly<Record<string, AdPlatform | undefined>>;
  /** By platform, the videos that the campaign has there; empty where no step needs to know. */
  videos: ReadonlyMap<string, KnownVideos>;
  /** By platform, the account's active connections; empty where no step needs to know. */
  active: ReadonlyMap<string, readonly ConnectionRow[]>;
  /** By platform of the campaign, the minimum daily budget as it was read last; empty where no step needs to know. */
  floors: ReadonlyMap<string, number>;
  /** What is read for the campaign's preflight along with all that. */
  known: KnownFacts;
}

/** @param executes whether the plan is to be executed, which needs to know what every check does. */
export async function sceneOf(
  ctx: Ctx,
  account: string,
  plan: PlanInput,
  { executes }: { executes: boolean },
): Promise<PlanScene> {
  const { steps, target } = plan;
  const refs = steps.flatMap((step) => Object.keys(step.input).flatMap((name) => refIn(step, name) ?? []));
  const named = (kind: ReferenceKind) => refs.filter((one) => one.kind === kind).map(({ id }) => id);
  const targeted = (kind: typeof target.kind) => (target.kind === kind ? [target.id] : []);
  const locals = steps.flatMap(({ localResourceId }) => localResourceId ?? []);
  const submitted = unique([...named('submission'), ...targeted('creative_asset')]);
  const videos = unique([...named('file'), ...targeted('creative_asset')]);
  const grants = unique([...named('ad_authorization'), ...targeted('creator_ad_grant')]);
  const objects = unique([...named('resource'), ...locals, ...targeted('ad_resource')]);
  const campaign = campaignIn(account, target);
  const checked = executes || steps.some(needsPreflight) ? campaign : null;
  const shown = checked && [submissionsOf(checked), recordsBehind(account, named('resource'))];
  const isUpload = plan.operationType === 'upload_media';
  const [resources, submissions, authorizations, whole, files, shows, there, connections, read, adapters] =
    await Promise.all([
      findResources(ctx, account, objects),
      listAmongSubmissions(ctx, account, { ids: submitted, files: videos }),
      listAmongAuthorizations(ctx, account, grants),
      campaign && campaignOf(ctx, account, campaign),
      filesById(
        ctx,
        videos,
        submitted.length > 0 || shown ? videosOf(submitted, ...(shown ?? [])) : undefined,
      ),
      shown && submissionsById(ctx, submitted, ...shown),
      campaign && (executes || steps.some(showsKnown)) ? knownVideosOf(ctx, campaign) : new Map(),
      checked || isUpload ? listAllActive(ctx, account, checked ? connectionOf(checked) : undefined) : [],
      checked ? listBudgetFloors(ctx, checked) : [],
      adaptersOf(ctx),
    ]);
  const active = activeOn(connections);
  const platforms = whole?.platforms ?? [];
  const recent = floorsOn(
    platforms,
    read.filter(({ readAt }) => readAt > ctx.now - DAY_MS),
  );
  return {
    plan,
    now: ctx.now,
    account,
    whole,
    resources,
    submissions: new Map(submissions.map((row) => [row.id, row])),
    files,
    authorizations: new Map(authorizations.map((row) => [row.id, row])),
    adapters,
    videos: there,
    active,
    floors: floorsOn(platforms, read),
    known:
      whole && shows
        ? {
            connection: connections.find(({ id }) => id === whole.row.connectionId) ?? null,
            submissions: shows,
            active,
            floors: new Map(
              platforms.map(({ platform, connectionId, adAccount }) => [
                connectionId,
                { adAccount, floor: recent.get(platform) ?? null },
              ]),
            ),
            files,
          }
        : {},
  };
}

/** The campaign that a target leads to; null for uploads. */
function campaignIn(account: string, { kind, id }: PlanInput['target']) {
  if (kind === 'paid_campaign') return ownCampaign(account, id);
  return kind === 'ad_resource' ? campaignBehind(account, id) : null;
}

const activeOn = (connections: readonly ConnectionRow[]): Map<string, ConnectionRow[]> =>
  new Map(
    AD_PLATFORMS.map((platform) => [
      platform,
      connections.filter(({ provider, status }) => provider === platform && status === 'active'),
    ]),
  );

/** Whether a step shows a video without saying which. */
const showsKnown = (step: PlanStep): boolean =>
  step.mutation === 'create' && refIn(step, 'submission') !== undefined && refIn(step, 'media') === undefined;

const unique = <T>(all: readonly T[]): T[] => [...new Set(all)];

/** By name, the platforms that this deployment has. */
export async function adaptersOf({ reactions }: SystemCtx): Promise<Record<string, AdPlatform>> {
  const all = await Promise.all(
    AD_PLATFORMS.map(async (name) => [name, await reactions.adPlatforms[name]?.()] as const),
  );
  return Object.fromEntries(all.flatMap(([name, adapter]) => (adapter ? [[name, adapter]] : [])));
}
