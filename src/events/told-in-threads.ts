// Which events a direct thread tells by an automated message, and in what words. The two know each other, and the records say
// the rest: so the words name the program alone, and never an amount.
import type { EventTypeName } from './catalogue.ts';

export interface AutomatedMessage {
  /** Whose act it is, where the service itself acted. */
  by: 'account' | 'creator';
  /** `{program}` is its name. */
  text: string;
}

export const TOLD_IN_THREADS: { readonly [type in EventTypeName]?: AutomatedMessage } = {
  'application.created': { by: 'creator', text: 'Applied to {program}.' },
  'application.invited': { by: 'account', text: 'Invited to {program}.' },
  'application.approved': { by: 'account', text: 'Approved the application to {program}.' },
  'application.rejected': { by: 'account', text: 'Rejected the application to {program}.' },
  'application.withdrawn': { by: 'creator', text: 'Withdrew the application to {program}.' },
  'submission.created': { by: 'creator', text: 'Sent work in to {program}.' },
  'submission.resubmitted': { by: 'creator', text: 'Sent a new version of the work in to {program}.' },
  'submission.revision_requested': { by: 'account', text: 'Asked for changes to the work for {program}.' },
  'submission.approved': { by: 'account', text: 'Approved the work for {program}.' },
  'submission.rejected': { by: 'account', text: 'Rejected the work for {program}.' },
  'submission.live': { by: 'creator', text: 'The work for {program} is live.' },
  'payment.created': { by: 'account', text: 'Made a payment.' },
  'payment.succeeded': { by: 'account', text: 'The payment went through.' },
  'payment.refunded': { by: 'account', text: 'The payment was refunded.' },
  'retainer.accepted': { by: 'creator', text: 'Accepted the retainer.' },
  'retainer.rejected': { by: 'creator', text: 'Rejected the retainer.' },
  'retainer.canceled': { by: 'account', text: 'The retainer is cancelled.' },
  'retainer.ended': { by: 'account', text: 'The retainer has ended.' },
  'ad_authorization.requested': { by: 'account', text: 'Asked to use a post as an ad.' },
  'ad_authorization.granted': { by: 'creator', text: 'Allowed a post to be used as an ad.' },
  'ad_authorization.revoked': { by: 'creator', text: 'Took back that a post may be used as an ad.' },
};
