// What people are told on their page of notices and by mail: for each cause who gets it, of which kind it is, and in what words.
import type { EventTypeName } from './catalogue.ts';

/** The kinds of notices. Security is mailed at once and cannot be switched off. */
export const NOTICE_KINDS = ['security', 'money', 'work'] as const;

export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** The kinds whose mails a person can switch off, for each workspace. */
export const MAIL_KINDS = ['work', 'money', 'digest'] as const;

export type MailKind = (typeof MAIL_KINDS)[number];

/** Causes that no webhook gets, stored beside the events. */
export const INTERNAL_CAUSES = [
  'retainer.offered',
  'agreement.changed',
  'charge.failing',
  'charge.failed',
  'dispute.withdrawn',
  'dispute.decided',
  'payouts.needed',
  'payout_bank.changed',
  'webhook.failing',
  'key.created',
  'key.rolled',
  'app.allowed',
  'member.joined',
  'member.changed',
  'connection.ending',
  'creator_connection.ending',
  'ads_plan.waiting',
  'ads_plan.ending',
  'factor.ending',
  'factor.removed',
] as const;

export type InternalCause = (typeof INTERNAL_CAUSES)[number];
export type Cause = EventTypeName | InternalCause;

export interface Notice {
  /**
   * `creator`: the person who took the creator's record over. `people`: everybody in the account; `admins`: its owners and
   * admins. An account without people of its own has its partner's instead, but for `own` notices. `person`: the person of
   * the event's data, in each workspace of their own.
   */
  to: 'creator' | 'people' | 'admins' | 'person';
  kind: NoticeKind;
  /**
   * The words in braces are names of what it is about: `account`, `creator`, `program`, `campaign`, `partner`, `plan`,
   * `retainer`, `platform`, `key`, `app`, `person`, `role` and `amount`.
   */
  text: string;
  /** What it says instead where the amount is known. */
  paid?: string;
  /** What it says once that was answered: `answer` is one word. Nothing is mailed of it then. */
  answered?: string;
  /**
   * Where to act, below the workspace, if there is such a page; the words in braces are IDs of the event's data. Of several
   * the first whose IDs are there.
   */
  page: string | readonly string[] | null;
  /** Set for what only the account itself can answer. */
  own?: true;
  /** Set where only the account's own people may open the page. */
  ownPage?: true;
  /** Set where a mail of its own tells it, so that none is mailed of the notice. */
  mailed?: true;
}

const toCreator = (kind: NoticeKind, text: string, page: Notice['page']): Notice => ({
  to: 'creator',
  kind,
  text,
  page,
});
const toAdmins = (kind: NoticeKind, text: string, page: string): Notice => ({
  to: 'admins',
  kind,
  text,
  page,
});
const ofOwnSecurity = (text: string, page: string): Notice => ({
  ...toAdmins('security', text, page),
  own: true,
});
const toPerson = (text: string): Notice => ({
  to: 'person',
  kind: 'security',
  text,
  page: '/you',
  mailed: true,
});
const toPeople = (text: string, page: string | null): Notice => ({ to: 'people', kind: 'work', text, page });

const RECONNECT = 'The connection to {platform} has ended. Connect it again';
const CONNECTION = '/connections/{connection}';
const ENDING = 'The connection to {platform} ends within a week. Connect it again before then';
const PLAN_ANSWERED = '{partner} asked you to approve {plan}: {answer}';
const PROGRAM = '/programs/{program}';
const SUBMISSION = '/submissions/{submission}';
const RETAINER = '/retainers/{retainer}';
const PAYMENT = '/payments/{payment}';
const BALANCE = '/balance';
const PAYOUT = '/payouts/{payout}';
const WITHDRAWAL = '/withdrawals/{withdrawal}';
const CHARGE = '/charges/{charge}';
const KEY = '/keys/{key}';
const SET_UP = 'Set up payouts to receive your earnings';
const BANK = 'The bank account for your payouts was changed';

/** Nobody is told of what their own side did. */
export const NOTICES: { readonly [cause in Cause]?: readonly Notice[] } = {
  'creator.created': [toCreator('work', '{account} added you to its creators', '/brands')],
  'application.invited': [toCreator('work', '{account} invites you to {program}', PROGRAM)],
  'application.approved': [toCreator('work', 'You take part in {program}', PROGRAM)],
  'application.rejected': [toCreator('work', 'You do not take part in {program}', PROGRAM)],
  'submission.approved': [
    {
      ...toCreator('work', 'Your work for {program} is approved', SUBMISSION),
      paid: 'Your work for {program} is approved and earned you {amount}',
    },
  ],
  'submission.revision_requested': [
    toCreator('work', '{account} asks for changes to your work for {program}', SUBMISSION),
  ],
  'submission.rejected': [toCreator('work', 'Your work for {program} was rejected', SUBMISSION)],
  'retainer.offered': [toCreator('work', '{account} offers you a {retainer}', RETAINER)],
  'agreement.changed': [
    toCreator('work', '{account} has new terms for you to accept', [PROGRAM, RETAINER, '/brands/{brand}']),
  ],
  'retainer.canceled': [toCreator('work', 'Your retainer with {account} is cancelled', RETAINER)],
  'retainer.ended': [toCreator('work', 'Your retainer with {account} has ended', RETAINER)],
  'ad_authorization.requested': [
    toCreator('work', '{account} asks to show your post as an ad', '/ad-authorizations/{ad_authorization}'),
  ],
  'ad_authorization.expiring': [
    toPeople(
      'A permission of {creator} that ads use ends in 7 days',
      '/ad-authorizations/{ad_authorization}',
    ),
  ],
  'payment.succeeded': [toCreator('money', '{account} paid you {amount}', PAYMENT)],
  'payment.failed': [
    toCreator('money', 'A payment of {amount} from {account} failed', PAYMENT),
    toAdmins('money', 'A payment of {amount} to {creator} failed', PAYMENT),
  ],
  'payment.refunded': [
    toCreator('money', 'A payment of {amount} from {account} was refunded', PAYMENT),
    toAdmins('money', 'A payment of {amount} to {creator} was refunded', PAYMENT),
  ],
  'charge.failing': [
    toAdmins('money', 'A charge did not go through and is tried again in a day. Check the card', CHARGE),
  ],
  'charge.failed': [
    toAdmins('money', 'A charge failed and is not tried again. Save another card to pay it', CHARGE),
  ],
  'dispute.withdrawn': [
    toCreator('money', '{account} withdrew its dispute about a payment of {amount}', PAYMENT),
  ],
  'dispute.decided': [
    toCreator('money', 'The dispute about a payment of {amount} from {account} was decided for you', PAYMENT),
    toAdmins(
      'money',
      'The dispute about a payment of {amount} to {creator} was decided for the creator',
      PAYMENT,
    ),
  ],
  'payment.disputed': [
    toCreator('money', 'A payment of {amount} from {account} is disputed', PAYMENT),
    toAdmins('money', 'A payment of {amount} to {creator} is disputed', PAYMENT),
  ],
  'payment.payout_blocked': [
    toCreator('money', 'Set payouts up: {amount} from {account} cannot reach your bank yet', BALANCE),
  ],
  'payouts.needed': [toCreator('money', SET_UP, BALANCE), toAdmins('money', SET_UP, BALANCE)],
  'payout_bank.changed': [toCreator('security', BANK, BALANCE), toAdmins('security', BANK, BALANCE)],
  'payout.failed': [
    toCreator('money', 'A payout of {amount} failed', PAYOUT),
    toAdmins('money', 'A payout of {amount} failed', PAYOUT),
  ],
  'withdrawal.paid': [
    toCreator('money', '{amount} has reached your bank', WITHDRAWAL),
    toAdmins('money', '{amount} has reached your bank', WITHDRAWAL),
  ],
  'withdrawal.failed': [
    toCreator('money', 'A withdrawal of {amount} failed', WITHDRAWAL),
    toAdmins('money', 'A withdrawal of {amount} failed', WITHDRAWAL),
  ],
  'connection.expired': [toCreator('work', RECONNECT, CONNECTION), toPeople(RECONNECT, CONNECTION)],
  'connection.ending': [toCreator('work', ENDING, CONNECTION), toPeople(ENDING, CONNECTION)],
  'creator_connection.ending': [
    toPeople(
      'The connection of {creator} to {platform} ends within a week. Connect it again before then',
      null,
    ),
  ],
  'webhook.failing': [
    {
      ...toAdmins('work', 'No event has reached the webhook of {key} for an hour', '/keys/{key}/events'),
      ownPage: true,
    },
  ],
  'key.created': [ofOwnSecurity('The API key {key} was created', KEY)],
  'key.rolled': [ofOwnSecurity('The API key {key} has a new secret', KEY)],
  'app.allowed': [ofOwnSecurity('{person} allowed {app} to make changes', '/connected-apps')],
  'member.joined': [ofOwnSecurity('{person} joined the team as {role}', '/team')],
  'member.changed': [ofOwnSecurity('The role of {person} is {role} now', '/team')],
  'campaign.needs_attention': [toPeople('{campaign} needs attention', '/campaigns/{campaign}')],
  'campaign.partially_failed': [
    toPeople('{campaign} is on some of its platforms only', '/campaigns/{campaign}'),
  ],
  'campaign.failed': [toPeople('{campaign} could not be published', '/campaigns/{campaign}')],
  'ads_plan.waiting': [
    {
      ...toAdmins('work', '{partner} asks you to approve {plan} within 24 hours', '/plans/{ads_plan}'),
      answered: PLAN_ANSWERED,
      own: true,
    },
  ],
  'ads_plan.ending': [
    {
      ...toAdmins(
        'work',
        '{partner} waits for your answer to {plan}, which ends in 4 hours',
        '/plans/{ads_plan}',
      ),
      answered: PLAN_ANSWERED,
      own: true,
    },
  ],
  'factor.ending': [
    toPerson(
      'Your second factor was reported lost. It is removed after 72 hours, unless you sign in with a code',
    ),
  ],
  'factor.removed': [toPerson('Your second factor was turned off')],
};

/**
 * What begins to wait for somebody, who gets a digest of all that waits on the next morning: the creator's person, or the account's
 * owners and admins.
 */
export const WAITS: { readonly [cause in Cause]?: 'creator' | 'admins' } = {
  'application.created': 'admins',
  'submission.created': 'admins',
  'submission.resubmitted': 'admins',
  'post.ready_for_review': 'admins',
  'sample.created': 'admins',
  'payment.pending_approval': 'admins',
  'ads_plan.waiting': 'admins',
  'creator.created': 'creator',
  'application.invited': 'creator',
  'submission.approved': 'creator',
  'submission.revision_requested': 'creator',
  'retainer.offered': 'creator',
  'ad_authorization.requested': 'creator',
  'agreement.changed': 'creator',
};

/** The notice that a cause is for readers of a side; undefined where a cause is none for it. */
export function noticeOf(cause: string, creator: boolean): Notice | undefined {
  return NOTICES[cause as Cause]?.find(({ to }) => to === 'person' || (to === 'creator') === creator);
}
