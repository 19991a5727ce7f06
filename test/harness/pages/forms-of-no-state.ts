// Forms that need not send which state of a record their person saw, and why. Every other form of the console
// does.
const at = (page: string, ...actions: string[]) => actions.map((action) => `${page} ${action}`);
const PLACE = '/app/:place';
const CAMPAIGN = `${PLACE}/campaigns/:campaign`;

/** By reason: the page's path and the action, and for staff decisions also the kind of record. */
const BY_REASON: Readonly<Record<string, readonly string[]>> = {
  'makes or sends something new': [
    ...[
      at('/sign-up', 'join'),
      at(`${PLACE}/campaigns/new`, 'create', 'check'),
      at(CAMPAIGN, 'copy', 'copyPart', 'saveTemplate'),
    ].flat(),
    ...[at(`${PLACE}/keys/new`, 'create'), at(`${PLACE}/apps/new`, 'create')].flat(),
    ...[at(`${PLACE}/keys/:key/events`, 'test'), at(`${PLACE}/keys/:key/events/:event`, 'redeliver')].flat(),
    ...[at(`${PLACE}/samples/new`, 'create'), at(`${PLACE}/submissions/:submission`, 'askForAd')].flat(),
    ...[at(`${PLACE}/products/new`, 'create'), at(`${PLACE}/creators/new`, 'add')].flat(),
    ...at(`${PLACE}/creators/:creator`, 'invite'),
    ...[at(`${PLACE}/programs/new`, 'create'), at(`${PLACE}/programs/:program`, 'duplicate')].flat(),
    ...[at(`${PLACE}/codes/new`, 'create'), at(`${PLACE}/retainers/new`, 'create')].flat(),
    ...at(`${PLACE}/payments/new`, 'pay'),
    ...at(`${PLACE}/agreements/new`, 'create'),
    ...[at(`${PLACE}/programs/:program`, 'apply'), at(`${PLACE}/submissions/new`, 'submit')].flat(),
    ...at(`${PLACE}/plans/:plan`, 'repair'),
    ...at(`${PLACE}/messages/new`, 'start', 'announce', 'help'),
    ...at(`${PLACE}/messages/:thread`, 'send', 'report', 'ticket'),
    ...at(`${PLACE}/connections/:connection`, 'again', 'logo', 'sync', 'data'),
    ...at(`${PLACE}/connections/install/:provider/:ticket`, 'connect'),
    ...[at(`${PLACE}/connections`, 'connect', 'shop'), at('/connections/:visit', 'go')].flat(),
    ...[at(`${PLACE}/billing`, 'card'), at(`${PLACE}/balance`, 'setUp')].flat(),
    ...[at(`${PLACE}/team`, 'invite', 'inviteOwner'), at('/staff/corrections', 'propose')].flat(),
  ],
  'makes a file of what the list is then': [
    ...['agreements', 'applications', 'brands', 'campaigns', 'charges', 'codes', 'creators', 'earnings'],
    ...['payments', 'payouts', 'posts', 'products', 'programs', 'retainers', 'samples', 'statement'],
    ...['submissions', 'withdrawals'],
  ].flatMap((list) => at(`${PLACE}/${list}`, 'export')),
  'stops or ends something, whatever it has become': [
    ...at(`${PLACE}/ad-authorizations/:authorization`, 'revoke'),
    ...at(`${PLACE}/embeds`, 'end', 'endKey', 'endCreator'),
    ...at('/staff/senders/:id', 'bar', 'unbar', 'erase'),
    ...at(`${PLACE}/plans/:plan`, 'cancel'),
    ...at(CAMPAIGN, 'pause', 'pausePart', 'unschedule', 'archive'),
    ...[at(`${PLACE}/keys/:key`, 'revoke'), at(`${PLACE}/connections/:connection`, 'disconnect')].flat(),
    ...[
      at(`${PLACE}/connected-apps`, 'disconnect'),
      at(`${PLACE}/team`, 'remove', 'cancel', 'leave', 'requireFactor', 'releaseFactor'),
    ].flat(),
  ],
  'is about its own person alone': [
    ...['/app/you', `${PLACE}/you`].flatMap((page) =>
      at(page, 'rename', 'password', 'end', 'endOthers', 'mails', 'shortcuts', 'prove', 'zone'),
    ),
    ...[at('/unsubscribe/:person/:signature', 'off'), at(`${PLACE}/notices`, 'open', 'all', 'mails')].flat(),
    ...[at('/unsubscribe/:person/:place/:kind/:signature', 'off'), at('/unsubscribe/:address', 'off')].flat(),
    ...[at('/sign-in', 'enter', 'code'), at('/sign-out', 'leave'), at('/reset', 'ask', 'set')].flat(),
    ...[
      at('/verify', 'confirm'),
      at('/verify/address', 'prove'),
      at('/mail', 'bounce'),
      at('/staff/second-factor', 'begin', 'confirm', 'prove'),
    ].flat(),
    ...at('/staff/people', 'reset', 'remove'),
    ...at('/app/you/second-factor', 'begin', 'confirm', 'renew', 'remove'),
    ...[
      at('/embed/window/:session/sign-in', 'enter', 'code'),
      at('/embed/window/:session/sign-up', 'join'),
    ].flat(),
    ...[at('/embed/window/:session', 'allow'), at('/embed/window/:session/payouts', 'begin')].flat(),
  ],
  'answers what is asked once, and is not asked again otherwise': [
    ...at(`${PLACE}/connections/:connection`, 'answered'),
    ...[at('/app', 'join'), at('/invitations/:token', 'accept')].flat(),
    ...at('/ad-requests/:link', 'authorize', 'decline'),
    ...at(`${PLACE}/ad-authorizations/:authorization`, 'grant'),
    ...[
      at('/claims', 'create', 'takeOver', 'refuse'),
      at('/embed/window/:session/claim', 'takeOver'),
      at('/api/auth/oauth2/authorize', 'allow', 'deny'),
    ].flat(),
  ],
  'decides a record that has no versions, and is refused once that was decided': [
    ...['charges', 'refunds', 'chargebacks', 'ledger-instructions', 'corrections', 'differences'],
    ...['processor-events', 'dead-letters', 'message-reports'],
  ].flatMap((kind) => at(`/staff/review-queue/${kind}`, 'decide')),
  'sends along what its person saw by itself, and compares it': [
    '/embed/window/:session/withdraw',
    `${PLACE}/balance/withdraw`,
  ].flatMap((page) => at(page, 'withdraw')),
  'sets what is one side’s own, to what its label says': at(
    `${PLACE}/messages/:thread`,
    ...['react', 'unreact', 'mark', 'mute', 'unmute', 'block', 'unblock'],
  ),
  'shows something, and changes no record': [
    ...at(`${PLACE}/products/:product`, 'reveal'),
    ...at(`${PLACE}/payments/new`, 'review'),
    ...at('/staff/review-queue/support-threads', 'open'),
    ...at('/staff/review-queue/message-reports', 'open'),
  ],
  'shows what forms look like': at('/components', 'try', 'revoke'),
};

export const OF_NO_STATE: ReadonlySet<string> = new Set(Object.values(BY_REASON).flat());
