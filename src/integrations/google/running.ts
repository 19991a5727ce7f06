// Reads and changes running objects at Google.
import * as z from 'zod';
import { AdError } from '../ads/error.ts';
import { tag, tagged, untagged } from '../ads/intent-name.ts';
import { issue, isWord } from '../ads/issues.ts';
import type { AdSession } from '../ads/platform.ts';
import {
  type AdAudience,
  type AdBudget,
  type Running,
  type RunningChange,
  type RunningObject,
  turnedOn,
} from '../ads/steps.ts';
import { AdId, Id, inAccount, inPath, mutate, type Operation, search } from './client.ts';
import { amountField, targeting } from './making.ts';
import { GOOGLE } from './outcome.ts';
import { fromMicros, toMicros, untilDay } from './units.ts';
import { adState, campaignState, partState, placeOf } from './words.ts';

const word = z.string().max(64);
const name = z.string().max(1000);
const Micros = z
  .string()
  .regex(/^\d{1,18}$/)
  .optional();
const CampaignRow = z.object({
  customer: z.object({ status: word }),
  campaign: z.object({
    id: Id,
    name,
    status: word,
    primaryStatus: word.optional(),
    primaryStatusReasons: z.array(word).default([]),
  }),
  campaignBudget: z.object({ amountMicros: Micros, totalAmountMicros: Micros }),
});
const GroupRow = z.object({
  campaign: z.object({ id: Id, status: word }),
  adGroup: z.object({ id: Id, name, status: word }),
});
const AdRow = z.object({
  campaign: z.object({ status: word }),
  adGroup: z.object({ id: Id, status: word }),
  adGroupAd: z.object({
    status: word,
    ad: z.object({ id: Id, name: name.optional() }),
    policySummary: z
      .object({
        reviewStatus: word.optional(),
        approvalStatus: word.optional(),
        policyTopicEntries: z.array(z.object({ topic: z.string().optional() })).default([]),
      })
      .default({ policyTopicEntries: [] }),
  }),
});

const CAMPAIGN_FIELDS = ['id', 'name', 'status', 'primary_status', 'primary_status_reasons'].map(
  (field) => `campaign.${field}`,
);
const BUDGET_FIELDS = 'campaign_budget.amount_micros, campaign_budget.total_amount_micros';
const REVIEW_FIELDS = ['review_status', 'approval_status', 'policy_topic_entries'].map(
  (field) => `ad_group_ad.policy_summary.${field}`,
);

/** Campaigns with their ad groups and ads, by three queries for all of them. */
export async function state(session: AdSession, campaigns: readonly string[]): Promise<RunningObject[]> {
  if (campaigns.length === 0) return [];
  const caller = inAccount(session);
  const these = `campaign.id IN (${campaigns.map((id) => inPath(id, 'id')).join(', ')})`;
  const [tops, groups, ads] = await Promise.all([
    search(
      caller,
      `SELECT customer.status, ${CAMPAIGN_FIELDS.join(', ')}, ${BUDGET_FIELDS} FROM campaign WHERE ${these}`,
      CampaignRow,
    ),
    search(
      caller,
      `SELECT campaign.id, campaign.status, ad_group.id, ad_group.name, ad_group.status FROM ad_group WHERE ${these}`,
      GroupRow,
    ),
    search(
      caller,
      `SELECT campaign.status, ad_group.id, ad_group.status, ad_group_ad.status, ad_group_ad.ad.id, ad_group_ad.ad.name, ${REVIEW_FIELDS.join(', ')} FROM ad_group_ad WHERE ${these}`,
      AdRow,
    ),
  ]);
  return [
    ...tops.map((row) => campaignOf(row, session.currency)),
    ...groups.map(({ campaign, adGroup }): RunningObject => {
      const own = turnedOn(adGroup.status, STATUS.active, STATUS.paused);
      const is = { state: partState(adGroup.status, campaign.status), ...own, issues: [], budget: null };
      return { kind: 'ad_set', id: adGroup.id, parent: campaign.id, name: untagged(adGroup.name), ...is };
    }),
    ...ads.map(adOf),
  ];
}

function campaignOf(
  { customer, campaign, campaignBudget: money }: z.output<typeof CampaignRow>,
  currency: string,
): RunningObject {
  const { state: is, issues } = campaignState(
    campaign.status,
    campaign.primaryStatus,
    campaign.primaryStatusReasons,
  );
  const closed = customer.status !== 'ENABLED';
  const [daily, lifetime] = [Number(money.amountMicros ?? 0), Number(money.totalAmountMicros ?? 0)];
  const budget: AdBudget | null =
    daily > 0
      ? { daily: fromMicros(String(daily), currency) }
      : lifetime > 0
        ? { lifetime: fromMicros(String(lifetime), currency) }
        : null;
  return {
    kind: 'campaign',
    id: campaign.id,
    parent: null,
    name: untagged(campaign.name),
    budget,
    state: closed && is !== 'archived' ? 'needs_attention' : is,
    ...turnedOn(campaign.status, STATUS.active, STATUS.paused),
    issues: closed ? [issue('ad_account_closed')] : issues,
  };
}

function adOf({ campaign, adGroup, adGroupAd }: z.output<typeof AdRow>): RunningObject {
  const { ad, status, policySummary } = adGroupAd;
  const topics = policySummary.policyTopicEntries.flatMap(({ topic }) => topic ?? []);
  return {
    kind: 'ad',
    id: `${adGroup.id}~${ad.id}`,
    parent: adGroup.id,
    name: untagged(ad.name ?? ''),
    budget: null,
    state: adState(partState(status, adGroup.status, campaign.status), policySummary),
    ...turnedOn(status, STATUS.active, STATUS.paused),
    ...(policySummary.approvalStatus === 'DISAPPROVED'
      ? { issues: [issue('review_rejected')], policies: topics.filter(isWord) }
      : { issues: [] }),
  };
}

const KINDS = {
  campaign: { operation: 'campaignOperation', collection: 'campaigns', shape: Id },
  ad_set: { operation: 'adGroupOperation', collection: 'adGroups', shape: Id },
  ad: { operation: 'adGroupAdOperation', collection: 'adGroupAds', shape: AdId },
} as const;

const STATUS = { active: 'ENABLED', paused: 'PAUSED' } as const;

export async function setRunning(
  session: AdSession,
  kind: Running,
  id: string,
  to: 'active' | 'paused' | 'archived',
): Promise<void> {
  const { operation, collection, shape } = KINDS[kind];
  const resourceName = `customers/${inAccount(session).customer}/${collection}/${inPath(id, 'id', shape)}`;
  const update = { resourceName, status: STATUS[to === 'active' ? 'active' : 'paused'] };
  const asked = to === 'archived' ? { remove: resourceName } : { update, updateMask: 'status' };
  try {
    await mutate(session, [{ [operation]: asked }]);
  } catch (error) {
    if (to === 'archived' && error instanceof AdError && error.platformCode === REMOVED) return;
    throw error;
  }
}

const REMOVED = 'contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE';

const Named = z.object({
  campaign: z.object({ name, campaignBudget: z.string().max(200) }),
});

export async function change(
  session: AdSession,
  kind: Running,
  id: string,
  changes: RunningChange,
): Promise<void> {
  if (kind === 'campaign') return await changeCampaign(session, inPath(id, 'id'), changes);
  if (kind === 'ad_set') return await changeAdGroup(session, inPath(id, 'id'), changes);
  throw GOOGLE.error('invalid', { field: 'ad' });
}

/** Keeps the intent's key in the name, because campaign names have to be unique. */
const renamed = (before: string, to: string) => {
  const key = / \[([a-z0-9]{4,12})\]$/.exec(before)?.[1];
  return key === undefined ? to : tagged(to, { key });
};

async function changeCampaign(
  session: AdSession,
  id: string,
  { name: to, budget, endsAt, audience }: RunningChange,
): Promise<void> {
  if (audience) throw GOOGLE.error('invalid', { field: 'audience' });
  const caller = inAccount(session);
  const query = `SELECT campaign.name, campaign.campaign_budget FROM campaign WHERE campaign.id = ${id}`;
  const [row] = await search(caller, query, Named);
  if (!row) throw GOOGLE.error('not_found');
  const update = {
    resourceName: `customers/${caller.customer}/campaigns/${id}`,
    ...(to === undefined ? {} : { name: renamed(row.campaign.name, to) }),
    ...(endsAt === undefined ? {} : { endDateTime: untilDay(endsAt, session.timezone) }),
  };
  const operations: Operation[] = [];
  const { resourceName: _, ...fields } = update;
  if (Object.keys(fields).length > 0)
    operations.push({ campaignOperation: { update, updateMask: Object.keys(fields).join(',') } });
  if (budget) {
    const field = amountField(budget);
    const amount = toMicros('daily' in budget ? budget.daily : budget.lifetime, session.currency);
    const money = { resourceName: row.campaign.campaignBudget, [field]: amount };
    operations.push({ campaignBudgetOperation: { update: money, updateMask: field } });
  }
  if (operations.length > 0) await mutate(session, operations);
}

const Group = z.object({
  campaign: z.object({ resourceName: z.string().max(200), advertisingChannelType: word }),
  adGroup: z.object({ name }),
});

async function changeAdGroup(
  session: AdSession,
  id: string,
  { name: to, budget, endsAt, audience }: RunningChange,
): Promise<void> {
  if (budget || endsAt !== undefined) throw GOOGLE.error('invalid', { field: 'campaign_budget' });
  const caller = inAccount(session);
  const query = `SELECT campaign.resource_name, campaign.advertising_channel_type, ad_group.name FROM ad_group WHERE ad_group.id = ${id}`;
  const [row] = await search(caller, query, Group);
  if (!row) throw GOOGLE.error('not_found');
  const resourceName = `customers/${caller.customer}/adGroups/${id}`;
  const demandGen = row.campaign.advertisingChannelType === 'DEMAND_GEN';
  const update = {
    ...(to === undefined ? {} : { name: renamed(row.adGroup.name, to) }),
    ...(audience && demandGen ? { optimizedTargetingEnabled: audience.expand } : {}),
  };
  const operations: Operation[] = [];
  if (Object.keys(update).length > 0)
    operations.push({
      adGroupOperation: { update: { resourceName, ...update }, updateMask: Object.keys(update).join(',') },
    });
  if (audience)
    operations.push(
      ...(demandGen
        ? await regrouped(session, resourceName, id, audience)
        : await replaced(session, row.campaign.resourceName, audience)),
    );
  if (operations.length > 0) await mutate(session, operations);
}

const GroupCriterion = z.object({ adGroupCriterion: z.object({ resourceName: z.string(), type: word }) });
const CampaignCriterion = z.object({ campaignCriterion: z.object({ resourceName: z.string(), type: word }) });

/** Replaces the targeting of an ad group in one request. */
async function regrouped(
  session: AdSession,
  group: string,
  id: string,
  audience: AdAudience,
): Promise<Operation[]> {
  const caller = inAccount(session);
  const query = `SELECT ad_group_criterion.resource_name, ad_group_criterion.type FROM ad_group_criterion WHERE ad_group.id = ${id}`;
  const rows = await search(caller, query, GroupCriterion);
  const ours = rows.filter(({ adGroupCriterion: { type } }) => type === 'LOCATION' || type === 'AUDIENCE');
  // Audience names have to be unique.
  const unique = tag({ key: crypto.randomUUID().slice(0, 8) });
  return [
    ...ours.map(({ adGroupCriterion: one }) => ({ adGroupCriterionOperation: { remove: one.resourceName } })),
    ...targeting(caller.customer, group, audience, `Ad group ${id}${unique}`),
  ];
}

async function replaced(session: AdSession, campaign: string, audience: AdAudience): Promise<Operation[]> {
  const caller = inAccount(session);
  const query = `SELECT campaign_criterion.resource_name, campaign_criterion.type FROM campaign_criterion WHERE campaign.resource_name = '${campaign}'`;
  const rows = await search(caller, query, CampaignCriterion);
  return [
    ...rows
      .filter(({ campaignCriterion: { type } }) => type === 'LOCATION')
      .map(({ campaignCriterion: one }) => ({ campaignCriterionOperation: { remove: one.resourceName } })),
    ...audience.countries.map((country) => ({
      campaignCriterionOperation: { create: { campaign, location: placeOf(country) } },
    })),
  ];
}
