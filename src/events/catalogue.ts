// Every event type: the keys of its data, when it is sent, and a sample. Add new types here first.
import * as z from 'zod';

const idOf = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[0-9a-z]{26}$`));

/** The kinds of records that an event can be about, with their ID prefixes. */
const KINDS = {
  program: 'prog',
  application: 'appl',
  creator: 'crtr',
  submission: 'sub',
  file: 'file',
  campaign: 'camp',
  payment: 'pay',
  payout: 'po',
  withdrawal: 'wdr',
  retainer: 'ret',
  sample: 'smp',
  creator_code: 'code',
  pixel: 'pxl',
  conversion: 'conv',
  pixel_event: 'pev',
  message: 'msg',
  thread: 'thr',
  post: 'post',
  brand: 'acct',
  connection: 'conn',
  ad_authorization: 'adauth',
  ads_plan: 'plan',
  ads_operation: 'op',
} as const;

type Kind = keyof typeof KINDS;

const ABOUT: Readonly<Record<Kind, string>> = {
  program: 'The program that this is part of.',
  application: "The creator's request to take part in the program, or the brand's invitation.",
  creator: 'Whom it concerns.',
  submission: 'The work that it concerns.',
  file: 'The upload, under the ID that it was given at first.',
  campaign: 'Its timeline tells what led to this.',
  payment: 'What a brand pays a creator.',
  payout: 'The transfer of earnings to the balance that withdrawals are made from.',
  withdrawal: 'The transfer to a bank account or card.',
  retainer: 'The agreement on regular pay.',
  sample: 'The product that a creator asked for.',
  creator_code: 'The word that credits the creator.',
  pixel: 'The pixel that received what this is about.',
  conversion: 'What the event counted for.',
  pixel_event: 'What the visitor did. Read it to see how its credit was found.',
  message: 'What was written.',
  thread: 'The conversation that the message is in.',
  post: 'The published post of the work.',
  brand: 'The account that the partner manages from now on.',
  connection: "The link to the platform's account.",
  ad_authorization: "The creator's permission to show a post as an ad.",
  ads_plan: 'The plan of the business API.',
  ads_operation: "One platform's part of a plan that is executed.",
};

interface EventType<R extends Kind = Kind, O extends Kind = Kind> {
  when: string;
  data: readonly R[];
  optional: readonly O[];
}

function type<const R extends Kind, const O extends Kind = never>(
  when: string,
  data: readonly R[],
  optional: readonly O[] = [],
): EventType<R, O> {
  return { when, data, optional };
}

export const EVENT_TYPES = {
  'application.created': type('A creator applied.', ['program', 'application']),
  'application.invited': type('A creator was invited and must accept agreements.', [
    'program',
    'application',
    'creator',
  ]),
  'application.approved': type('An application was approved.', ['program', 'application']),
  'application.rejected': type('An application was rejected.', ['program', 'application']),
  'application.withdrawn': type('A creator withdrew.', ['program', 'application']),
  'agreement.accepted': type("A creator accepted the account's agreements.", ['creator'], ['program']),
  'submission.created': type('A creator submitted work.', ['program', 'submission']),
  'submission.approved': type('A submission was approved.', ['program', 'submission']),
  'submission.revision_requested': type('A submission was sent back for revision.', [
    'program',
    'submission',
  ]),
  'submission.resubmitted': type('A creator sent new work in for what was sent back.', [
    'program',
    'submission',
  ]),
  'submission.rejected': type('A submission was rejected.', ['program', 'submission']),
  'submission.live': type('A submission went live.', ['program', 'submission']),
  'post.ready_for_review': type('The tracking of a post has ended, or its rejection was taken back.', [
    'program',
    'submission',
    'post',
  ]),
  'post.approved': type('A post was approved, and its views are paid by the rules.', [
    'program',
    'submission',
    'post',
  ]),
  'post.rejected': type('A post was rejected: its views are not paid.', ['program', 'submission', 'post']),
  'file.ready': type('An upload was processed.', ['file']),
  'file.failed': type('An upload is unusable.', ['file']),
  'campaign.published': type('A campaign is on its platform.', ['campaign']),
  'campaign.partially_failed': type('A campaign is on some of its platforms.', ['campaign']),
  'campaign.failed': type('A campaign could not be published.', ['campaign']),
  'campaign.paused': type('A campaign was paused.', ['campaign']),
  'campaign.archived': type('A campaign was archived.', ['campaign']),
  'campaign.needs_attention': type('A campaign needs somebody to act.', ['campaign']),
  'payment.created': type('A payment to a creator was made.', ['payment', 'creator']),
  'payment.pending_approval': type('A payment waits for approval.', ['payment', 'creator']),
  'payment.succeeded': type('A payment was charged.', ['payment', 'creator']),
  'payment.disputed': type('A payment is disputed.', ['payment', 'creator']),
  'payment.failed': type('A payment failed.', ['payment']),
  'payment.payout_blocked': type(
    "A payment's earning can't be paid out: the creator's bank account does not take its currency.",
    ['payment', 'creator'],
  ),
  'payment.refunded': type('A payment was refunded in full.', ['payment']),
  'payout.paid': type('Earnings reached a balance.', ['payout']),
  'payout.failed': type('Earnings did not reach a balance.', ['payout']),
  'withdrawal.created': type('A withdrawal was accepted by the processor.', ['withdrawal']),
  'withdrawal.paid': type('A withdrawal reached the bank or card.', ['withdrawal']),
  'withdrawal.failed': type('A withdrawal failed.', ['withdrawal']),
  'retainer.accepted': type('A creator accepted a retainer.', ['retainer']),
  'retainer.rejected': type('A creator rejected a retainer.', ['retainer']),
  'retainer.canceled': type('A retainer was cancelled.', ['retainer']),
  'retainer.ended': type('A retainer ended.', ['retainer']),
  'sample.created': type('A sample was requested.', ['sample']),
  'sample.approved': type('A sample was approved.', ['sample']),
  'sample.rejected': type('A sample was rejected.', ['sample']),
  'sample.shipped': type("The store's order for a sample was created.", ['sample', 'creator']),
  'creator_code.flagged': type("A creator's code looks as if it had leaked: its sales wait for an answer.", [
    'creator_code',
    'creator',
    'program',
  ]),
  'pixel.verified': type('A pixel received its first event.', ['pixel']),
  'pixel.limited': type(
    'The account has had as many browser events as it may in a day (UTC): more are refused until the next.',
    ['pixel'],
  ),
  'conversion.recorded': type(
    'An event counted as a conversion.',
    ['conversion', 'pixel_event'],
    ['submission'],
  ),
  'conversion.returned': type(
    'Less of a counted conversion is left, before it matured: something came back, or its order was edited.',
    ['conversion', 'pixel_event'],
    ['submission'],
  ),
  'conversion.credited': type(
    'The credit of a counted conversion changed, before it matured.',
    ['conversion', 'pixel_event'],
    ['submission'],
  ),
  'message.created': type("A message arrived in one of the account's threads.", ['message', 'thread']),
  'message.updated': type('A message was edited, deleted or removed.', ['message', 'thread']),
  'brand.created': type('A partner provisioned a brand.', ['brand']),
  'creator.created': type('A partner added a creator to its roster.', ['creator']),
  'creator.payouts_updated': type("A creator's payout set-up changed.", ['creator']),
  'connection.connected': type('A platform account was connected.', ['connection'], ['creator']),
  'connection.disconnected': type('A platform account was disconnected.', ['connection'], ['creator']),
  'connection.expired': type('A platform account needs reconnecting.', ['connection'], ['creator']),
  'ad_authorization.requested': type('A brand asked to use a post as an ad.', [
    'ad_authorization',
    'submission',
    'creator',
  ]),
  'ad_authorization.granted': type('A creator granted an ad authorization.', [
    'ad_authorization',
    'submission',
    'creator',
  ]),
  'ad_authorization.revoked': type('An ad authorization was revoked.', [
    'ad_authorization',
    'submission',
    'creator',
  ]),
  'ad_authorization.expiring': type('An ad authorization that ads use ends in 7 days.', [
    'ad_authorization',
    'submission',
    'creator',
  ]),
  'ads_plan.submitted': type('A plan waits for the brand.', ['ads_plan'], ['campaign']),
  'ads_plan.approved': type('A brand approved a plan.', ['ads_plan'], ['campaign']),
  'ads_plan.rejected': type('A brand rejected a plan.', ['ads_plan'], ['campaign']),
  'ads_operation.ended': type(
    'An operation of a plan ended, done or not.',
    ['ads_operation', 'ads_plan'],
    ['campaign'],
  ),
  'ad_authorization.expired': type('An ad authorization came to its end.', [
    'ad_authorization',
    'submission',
    'creator',
  ]),
} as const satisfies Record<string, EventType>;

export type EventTypeName = keyof typeof EVENT_TYPES;

type Required<T> = T extends EventType<infer R, Kind> ? R : never;
type Optional<T> = T extends EventType<Kind, infer O> ? O : never;

/** The data of one event type: the IDs of the records that it is about, by kind. */
export type EventData<T extends EventTypeName> = Record<Required<(typeof EVENT_TYPES)[T]>, string> &
  Partial<Record<Optional<(typeof EVENT_TYPES)[T]>, string>>;

export const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as [EventTypeName, ...EventTypeName[]];

/**
 * The schema of one event type's payload. A partner that gets an event because of its roster finds `creator`
 * in the data of every type.
 */
export function deliverySchema(name: EventTypeName) {
  const { data, optional } = EVENT_TYPES[name] as EventType;
  const shape: Record<string, z.ZodType> = {
    creator: idOf(KINDS.creator).optional().describe('Whom a partner was sent it for, being on its roster.'),
  };
  for (const kind of optional)
    shape[kind] = idOf(KINDS[kind]).optional().describe(`${ABOUT[kind]} Left out where there is none.`);
  for (const kind of data) shape[kind] = idOf(KINDS[kind]).describe(ABOUT[kind]);
  return z.strictObject({
    id: idOf('evt').describe(
      'The same at every attempt and for every key: an ID that came before is a repeat.',
    ),
    type: z.literal(name).describe('What happened. Types that you do not know may come at any time.'),
    account: idOf('acct').nullable().describe('Whose event it is; null for one about a creator alone.'),
    data: z
      .strictObject(shape)
      .describe('What it is about: IDs alone. Read the records for what they are now.'),
  });
}

const SAMPLE_TAIL = '01k2d9q3v7h5m8r4t6w0x1y2z3';

/** Event types that can be about a creator alone, without an account. */
const ABOUT_CREATOR_ALONE: readonly EventTypeName[] = [
  'creator.payouts_updated',
  'payout.paid',
  'payout.failed',
];

/** A sample payload with made-up IDs. */
export function sampleDelivery(name: EventTypeName) {
  const { data, optional } = EVENT_TYPES[name] as EventType;
  const ids: Record<string, string> = {};
  for (const kind of [...data, ...optional]) ids[kind] = `${KINDS[kind]}_${SAMPLE_TAIL}`;
  return {
    id: `evt_${SAMPLE_TAIL}`,
    type: name,
    account: ABOUT_CREATOR_ALONE.includes(name) ? null : `acct_${SAMPLE_TAIL}`,
    data: ids,
  };
}
