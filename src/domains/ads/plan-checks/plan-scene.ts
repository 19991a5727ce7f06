// Everything that a plan names, as it is now. The trips to the database are as many for one step as for a hundred.
import type { Ctx, SystemCtx } from '../../../context.ts';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import type { AdPlatform } from '../../../integrations/ads/platform.ts';
import { DAY_MS } from '../../../kit/time.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { findHeldConnection, listActiveConnections } from '../../accounts/connections/interface.ts';
import type { SeenFile } from '../../platform/files/file.ts';
import { filesById } from '../../platform/files/interface.ts';
import { listAmongSubmissions, submissionsById, videosOf } from '../../work/submissions/interface.ts';
import type { SubmissionRow } from '../../work/submissions/submission.ts';
import type { AdAuthorizationRow } from '../ad-authorizations/ad-authorization.ts';
import { listAmongAuthorizations } from '../ad-authorizations/interface.ts';
import { type KnownVideos, knownVideos } from '../campaign-delivery/plan-setup.ts';
import type { KnownFacts } from '../campaign-preflight/preflight-facts.ts';
import type { WholeCampaign } from '../campaign-record/campaign-row.ts';
import { campaignOf, findBudgetFloor } from '../campaign-record/interface.ts';
import type { ReferenceKind } from '../field-catalogue/catalogue.ts';
import { type PlanInput, type PlanStep, refIn } from '../plan-record/plan-input.ts';
import { type FoundResource, findResources } from '../resources/interface.ts';

/** Records of other accounts are missing, as those that never were. */
export interface PlanScene {
  plan: PlanInput;
  now: number;
  account: string;
  /** The campaign that the target leads to; null for uploads, and where it leads to none. */
  whole: WholeCampaign | null;
  resources: ReadonlyMap<string, FoundResource>;
  submissions: ReadonlyMap<string, SubmissionRow>;
  files: ReadonlyMap<string, SeenFile>;
  authorizations: ReadonlyMap<string, AdAuthorizationRow>;
  adapters: Readonly<Record<string, AdPlatform | undefined>>;
  /** By platform, the videos that the campaign has there. */
  videos: ReadonlyMap<string, KnownVideos>;
  /** By platform, the account's active connections, for uploads without a campaign. */
  connections: ReadonlyMap<string, readonly ConnectionRow[]>;
  /** What is read for the campaign's preflight along with all that. */
  known: KnownFacts;
}

export async function sceneOf(ctx: Ctx, account: string, plan: PlanInput): Promise<PlanScene> {
  const { steps, target } = plan;
  const refs = steps.flatMap((step) => Object.keys(step.input).flatMap((name) => refIn(step, name) ?? []));
  const named = (kind: ReferenceKind) => refs.filter((one) => one.kind === kind).map(({ id }) => id);
  const targeted = (kind: typeof target.kind) => (target.kind === kind ? [target.id] : []);
  const locals = steps.flatMap(({ localResourceId }) => localResourceId ?? []);
  const [found, submissions, authorizations, direct, adapters] = await Promise.all([
    findResources(ctx, account, unique([...named('resource'), ...locals, ...targeted('ad_resource')])),
    listAmongSubmissions(ctx, account, {
      ids: unique([...named('submission'), ...targeted('creative_asset')]),
      files: unique([...named('file'), ...targeted('creative_asset')]),
    }),
    listAmongAuthorizations(
      ctx,
      account,
      unique([...named('ad_authorization'), ...targeted('creator_ad_grant')]),
    ),
    target.kind === 'paid_campaign' ? campaignOf(ctx, account, target.id) : null,
    adaptersOf(ctx),
  ]);
  const resources = new Map([...found].filter(([id]) => id !== ''));
  const campaign =
    target.kind === 'ad_resource' ? (resources.get(target.id)?.campaignId ?? null) : (direct?.row.id ?? null);
  const isUpload = plan.operationType === 'upload_media';
  const platforms = unique(plan.platforms);
  const shown = unique([
    ...(direct?.row.terms.creatives ?? []),
    ...(direct?.ads.flatMap(({ submissionId }) => submissionId ?? []) ?? []),
    ...[...resources.values()].flatMap(({ kind, localId }) => (kind === 'creative' ? localId : [])),
    ...named('submission'),
  ]);
  const activeOn = (platform: string) =>
    listActiveConnections(ctx, account, platform as ConnectionRow['provider']);
  const [whole, files, videos, connections, known] = await Promise.all([
    direct ?? (campaign === null ? null : campaignOf(ctx, account, campaign)),
    filesById(
      ctx,
      [...submissions.map(({ fileId }) => fileId), ...named('file'), ...targeted('creative_asset')],
      shown.length > 0 ? videosOf(shown) : undefined,
    ),
    campaign !== null && steps.some(showsKnown)
      ? byPlatform(platforms, (platform) => knownVideos(ctx, campaign, platform))
      : new Map(),
    isUpload ? byPlatform(platforms, activeOn) : new Map(),
    direct && readForPreflight(ctx, direct, shown, activeOn),
  ]);
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
    videos,
    connections,
    known: known ? { ...known, files } : {},
  };
}

/** What the preflight of a campaign would read otherwise, once it knows the campaign. */
async function readForPreflight(
  ctx: SystemCtx,
  { row, platforms }: WholeCampaign,
  shown: readonly string[],
  activeOn: (platform: string) => Promise<ConnectionRow[]>,
): Promise<KnownFacts> {
  const added = platforms.filter(({ platform }) => platform !== row.platform);
  const [connection, submissions, active, floors] = await Promise.all([
    findHeldConnection(ctx, row.accountId, row.connectionId),
    submissionsById(ctx, [...shown]),
    byPlatform(
      added.map(({ platform }) => platform),
      activeOn,
    ),
    Promise.all(
      platforms.map(async ({ connectionId, adAccount }) => {
        const floor = await findBudgetFloor(ctx, connectionId, adAccount, ctx.now - DAY_MS);
        return [connectionId, { adAccount, floor }] as const;
      }),
    ),
  ]);
  return { connection, submissions, active, floors: new Map(floors) };
}

/** Whether a step shows a video without saying which. */
const showsKnown = (step: PlanStep): boolean =>
  step.mutation === 'create' && refIn(step, 'submission') !== undefined && refIn(step, 'media') === undefined;

const unique = <T>(all: readonly T[]): T[] => [...new Set(all)];

async function byPlatform<T>(
  platforms: readonly string[],
  read: (platform: string) => Promise<T>,
): Promise<Map<string, T>> {
  return new Map(
    await Promise.all(
      platforms.map(async (platform): Promise<[string, T]> => [platform, await read(platform)]),
    ),
  );
}

/** By name, the platforms that this deployment has. */
export async function adaptersOf({ reactions }: SystemCtx): Promise<Record<string, AdPlatform>> {
  const all = await byPlatform(AD_PLATFORMS, async (platform) => await reactions.adPlatforms[platform]?.());
  return Object.fromEntries([...all].flatMap(([name, adapter]) => (adapter ? [[name, adapter]] : [])));
}
