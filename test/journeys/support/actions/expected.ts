// The effect of each kind of action that test/journeys/storm/every-action.test.ts clicks.
import {
  adds,
  both,
  changes,
  changesChosen,
  downloads,
  type Effect,
  either,
  leads,
  leadsToNew,
  logs,
  makes,
  redraws,
  says,
} from './effects.ts';

const PLACE = '/app/:place';

/** The list of a page's records, where it has another name than the page: by the segment after the workspace. */
const LISTS: Readonly<Record<string, string>> = {
  codes: '/v1/creator-codes',
  messages: '/v1/threads',
  plans: '/ads/plans',
};
const listOf = (noun: string): string => LISTS[noun] ?? `/v1/${noun}`;

/** A shop, a platform or a job may change the rest of the record meanwhile. */
const status = (noun: string): Effect => changes(`${listOf(noun)}/:id`, 'status');

const by = (page: string, effects: Readonly<Record<string, Effect>>): [string, Effect][] =>
  Object.entries(effects).map(([action, effect]) => [`${page} ${action}`, effect]);

const MESSAGES = changes('/v1/messages?thread=:id&limit=100');
const APPLICATION = changes('/v1/applications?creator=:place');
const RELATIONSHIP = changes('/v1/relationships?creator=:place');
/** It is under way at a platform until its next answer. */
const MOVES = changes('/v1/campaigns/:id', 'status', 'pendingChange', 'version');
/** What needs attention stays so while it is paused. */
const PAUSES = { ...changes('/v1/campaigns/:id', 'status', 'pendingChange'), when: /"status":"live"/ };
const AD_SETS = '/v1/ad-sets?campaign=:id';
const ADS = '/v1/ads?campaign=:id';
const CONNECTS = logs('createConnection');
const STAFF_ACTION = adds('/internal/v1/actions?subject=:last');
/** Only its maker reads an export, and so no key does. */
const EXPORTS = both(leadsToNew('export'), says(/The file is (?:being written|ready)|rows? so far/));
const ELSEWHERE = leads(/^https?:\/\/[^/]+\/(?!app\/)/);

const you = (page: string) =>
  by(page, {
    rename: redraws(/<input[^>]*name="name"[^>]*>/g),
    mails: redraws(/<input[^>]*name="messages"[^>]*>/g),
    shortcuts: redraws(/<input[^>]*name="shortcuts"[^>]*>/g),
    zone: redraws(/<option[^>]*selected[^>]*>/g),
    end: redraws(/value="ses_[^"]*"/g),
    endOthers: redraws(/value="ses_[^"]*"/g),
  });

const EXPLICIT: ReadonlyMap<string, Effect> = new Map(
  [
    by(`${PLACE}/apps/:app`, {
      update: logs('updateApp'),
      rotate: both(logs('rotateAppSecret'), says(/Your new client secret/)),
      revoke: logs('revokeApp'),
    }),
    by(`${PLACE}/apps/new`, { create: logs('createApp') }),
    by(`${PLACE}/balance`, { setUp: both(CONNECTS, ELSEWHERE) }),
    by(`${PLACE}/balance/withdraw`, { withdraw: adds('/v1/withdrawals') }),
    by(`${PLACE}/billing`, { card: both(CONNECTS, ELSEWHERE) }),
    by(`${PLACE}/brands/:account`, {
      accept: changes('/v1/agreements/acceptances?creator=:place&limit=100'),
      agree: RELATIONSHIP,
      decline: RELATIONSHIP,
      end: RELATIONSHIP,
    }),
    by(`${PLACE}/campaigns/:campaign`, {
      ...{ archive: MOVES, launch: MOVES, pause: PAUSES, resume: MOVES, retry: MOVES, decide: MOVES },
      answer: changes('/v1/campaigns/:id', 'partnerApproval'),
      copy: adds('/v1/campaigns'),
      copyPart: either(adds(AD_SETS), adds(ADS)),
      pausePart: either(changes(AD_SETS), changes(ADS)),
      runPart: either(changes(AD_SETS), changes(ADS)),
      saveTemplate: adds('/v1/ad-templates'),
    }),
    by(`${PLACE}/campaigns/templates/:template`, {
      archive: changes('/v1/ad-templates/:id'),
      rename: changes('/v1/ad-templates/:id', 'name'),
      restore: changes('/v1/ad-templates/:id'),
    }),
    by(`${PLACE}/connections`, { connect: both(CONNECTS, ELSEWHERE), shop: both(CONNECTS, ELSEWHERE) }),
    by(`${PLACE}/connections/install/:provider/:ticket`, { connect: both(CONNECTS, ELSEWHERE) }),
    by(`${PLACE}/connections/:connection`, {
      again: both(CONNECTS, ELSEWHERE),
      answered: logs('answerDataRequest'),
      data: downloads(/"requestedAt"/),
      logo: changes('/v1/ad-defaults'),
      sync: logs('createSync'),
    }),
    by(`${PLACE}/creators/:creator`, {
      invite: adds('/v1/applications?creator=:id'),
      resend: changes('/v1/creators/:id/invitation'),
    }),
    by(`${PLACE}/embeds`, {
      end: changes('/v1/embeds'),
      endCreator: changes('/v1/embeds'),
      endKey: changes('/v1/embeds'),
    }),
    by(`${PLACE}/keys/:key`, {
      revoke: logs('revokeKey'),
      roll: both(logs('rollKey'), says(/Your new/)),
      stop: logs('updateKeyWebhook'),
      update: logs('updateKey'),
      webhook: both(logs('updateKeyWebhook'), says(/Your new signing secret/)),
    }),
    by(`${PLACE}/keys/:key/events`, { test: logs('createTestEvent') }),
    by(`${PLACE}/keys/:key/events/:event`, { redeliver: logs('redeliverEvent') }),
    by(`${PLACE}/keys/new`, { create: both(logs('createKey'), says(/Your new key/)) }),
    by(`${PLACE}/messages/:thread`, {
      ...{ delete: MESSAGES, edit: MESSAGES, react: MESSAGES, send: MESSAGES, unreact: MESSAGES },
      report: adds('/internal/v1/review-queue'),
    }),
    by(`${PLACE}/messages/new`, {
      announce: makes('/v1/messages?thread=:made&limit=100'),
      help: makes('/v1/messages?thread=:made&limit=100'),
      start: makes('/v1/messages?thread=:made&limit=100'),
    }),
    by(`${PLACE}/notices`, {
      all: redraws(/notice-line new/g),
      mails: redraws(/<input[^>]*type="checkbox"[^>]*>/g),
      open: redraws(/notice-line new/g),
    }),
    by(`${PLACE}/payments/new`, { review: says(/name="_action" value="pay"/) }),
    by(`${PLACE}/plans/:plan`, { repair: adds('/ads/plans') }),
    by(`${PLACE}/codes/:code`, {
      ...{ activate: status('codes'), archive: status('codes'), pause: status('codes') },
      ...{ keep: changes('/v1/creator-codes/:id', 'flag'), stop: changes('/v1/creator-codes/:id', 'flag') },
      existing: changes('/v1/creator-codes/:id', 'shop'),
      retry: changes('/v1/creator-codes/:id', 'shop'),
    }),
    by(`${PLACE}/payments/:payment`, { reject: status('payments'), cancel: status('payments') }),
    by(`${PLACE}/programs/:program`, {
      ...{ archive: status('programs'), pause: status('programs'), publish: status('programs') },
    }),
    by(`${PLACE}/retainers/:retainer`, {
      ...{ accept: status('retainers'), cancel: status('retainers'), reject: status('retainers') },
    }),
    by(`${PLACE}/samples/:sample`, {
      ...{ approve: status('samples'), deliver: status('samples') },
      ...{ reject: status('samples'), ship: status('samples') },
    }),
    by(`${PLACE}/posts/:post`, {
      ...{ approve: status('posts'), archive: status('posts'), reject: status('posts') },
      ...{ reopen: status('posts'), unarchive: status('posts') },
      confirm: changes('/v1/posts/:id', 'needsConfirmation'),
    }),
    by(`${PLACE}/products/:product`, {
      picture: changes('/v1/products/:id', 'image'),
      removePicture: changes('/v1/products/:id', 'image'),
      reveal: both(
        says(/Access code<\/h2>(?:(?!<form)[\s\S])*?(?:<code|No access code is set)/),
        redraws(/Times that day[\s\S]*?<\/table>/),
      ),
      usePicture: changes('/v1/products/:id', 'image'),
    }),
    by(`${PLACE}/profile`, {
      picture: changes('/v1/creators/:place', 'profilePicture'),
      removePicture: changes('/v1/creators/:place', 'profilePicture'),
      save: changes('/v1/creators/:place'),
      usePicture: changes('/v1/creators/:place', 'profilePicture'),
    }),
    by(`${PLACE}/programs/:program`, {
      agree: APPLICATION,
      apply: adds('/v1/applications?creator=:place'),
      duplicate: adds('/v1/programs'),
      withdraw: APPLICATION,
    }),
    by(`${PLACE}/submissions/:submission`, {
      ...{ approve: status('submissions'), publish: status('submissions'), reject: status('submissions') },
      ...{ reopen: status('submissions'), revise: status('submissions') },
      askForAd: adds('/v1/ad-authorizations?submission=:id'),
    }),
    by(`${PLACE}/team`, {
      cancel: logs('cancelInvitation'),
      change: logs('updateMembership'),
      invite: logs('createInvitation'),
      inviteOwner: logs('inviteFirstOwner'),
      leave: logs('leaveAccount'),
      remove: logs('removeMember'),
      resend: logs('resendInvitation'),
    }),
    you(`${PLACE}/you`),
    you('/app/you'),
    by('/app/you/second-factor', {
      begin: redraws(/name="_action" value="(?:begin|confirm)"/g),
      confirm: both(says(/recovery codes/), redraws(/name="_action" value="(?:confirm|renew)"/g)),
    }),
    by('/ad-requests/:link', {
      authorize: changes('/v1/ad-authorizations'),
      decline: changes('/v1/ad-authorizations'),
    }),
    by('/claims', { create: both(leads(/\/app\/crtr_[0-9a-z]{26}/), says(/Profile created\./)) }),
    by('/staff/corrections', { propose: adds('/internal/v1/review-queue') }),
    by('/staff/people', { remove: adds('/internal/v1/actions') }),
    by('/staff/review-queue/:kind/:id', { answer: STAFF_ACTION, decide: STAFF_ACTION, open: STAFF_ACTION }),
    by('/staff/senders/:id', { bar: STAFF_ACTION, erase: STAFF_ACTION, unbar: STAFF_ACTION }),
  ].flat(),
);

const NEW = /^\/app\/:place\/([a-z-]+)\/new \w+$/;
const RECORD = /^\/app\/:place\/([a-z-]+)\/:\w+(?:\/[a-z-]+)? \w+$/;
const BULK = /^\/app\/:place\/([a-z-]+) bulk/;

/** What an action is expected to come to, by its kind; most say it by the page that they are on. */
export function effectOf(kind: string): Effect {
  const said = EXPLICIT.get(kind);
  if (said) return said;
  if (kind.endsWith(' export')) return EXPORTS;
  const [, list] = BULK.exec(kind) ?? [];
  if (list !== undefined) return changesChosen(listOf(list), 'status');
  const [, made] = NEW.exec(kind) ?? [];
  if (made !== undefined) return adds(listOf(made));
  const [, noun] = RECORD.exec(kind) ?? [];
  if (noun !== undefined) return changes(`${listOf(noun)}/:id`);
  throw new Error(`Nobody has said what ${kind} comes to.`);
}
