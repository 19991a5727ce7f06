// What the frame reads of the API's records. test/console/embed-frame.test.ts compares them with the API's own.
import { standingOf } from '../../application-standing.ts';
import type { TextName } from './texts.ts';

export type PayRule =
  | { number: number; type: 'per_video' | 'per_thousand_views' | 'per_conversion'; amount: number }
  | { number: number; type: 'view_milestone'; amount: number; views: number }
  | { number: number; type: 'ad_spend_share' | 'revenue_share'; percent: number };

export interface Program {
  id: string;
  name: string;
  platforms: string[];
  products: string[];
  status: 'draft' | 'live' | 'paused' | 'archived';
  brief: { summary: string | null; film: string[]; say: string[]; avoid: string[]; links: string[] };
  pay: { rules: PayRule[]; cap: number | null; currency: string };
  startsAt: string | null;
  endsAt: string | null;
}

export interface Application {
  id: string;
  program: string;
  status: 'pending' | 'approved' | 'rejected' | 'withdrawn';
  removed: boolean;
  /** It waits for the creator's answer. */
  invited: boolean;
  agreementsRequired: boolean;
  agreements: OpenAgreement[];
  version: number;
}

export const stateOf = (application: Application | null): TextName => `status_${standingOf(application)}`;

export interface Earning {
  id: string;
  program: string | null;
  source:
    | 'paid_ads'
    | 'organic'
    | 'submission'
    | 'program'
    | 'bonus'
    | 'retainer'
    | 'referral'
    | 'adjustment'
    | 'partner_commission';
  amount: number;
  fee: number;
  net: number;
  currency: string;
  status: 'pending' | 'held' | 'available' | 'paid';
  occurredAt: string;
  explanation?: ExplanationStep[] | undefined;
  explanationCursor?: string | null | undefined;
}

export interface ExplanationStep {
  step: 'event' | 'attribution' | 'rule' | 'limit' | 'payment' | 'share' | 'taken_back' | 'hold' | 'payout';
  text: string;
  amount: number | null;
  currency: string | null;
  at: string | null;
}

export interface Balance {
  balances: {
    currency: string;
    available: number;
    pending: number;
    held: number;
    paid: number;
    withdrawable: number;
  }[];
}

export interface Withdrawal {
  id: string;
  amount: number;
  net: number;
  currency: string;
  status: 'pending' | 'in_transit' | 'paid' | 'failed';
  createdAt: string;
}

export interface Comment {
  /** The moment of the video in milliseconds; null for all of it. */
  at: number | null;
  text: string;
}

export interface Submission {
  id: string;
  program: string;
  status: 'review' | 'approved' | 'live' | 'rejected' | 'revision';
  note: string | null;
  url: string | null;
  platform: string | null;
  caption: string | null;
  product: string | null;
  videoUrl: string | null;
  thumbnailUrl: string | null;
  submittedAt: string;
  comments: Comment[];
  /** Not in lists. */
  revisions?: { note: string | null; comments: Comment[]; submittedAt: string }[];
  paid: { amount: number; currency: string } | null;
  version: number;
}

export interface Product {
  id: string;
  title: string;
}

export interface Message {
  id: string;
  sender: { id: string; name: string };
  automated: boolean;
  body: string;
  files: {
    id: string;
    name: string;
    kind: 'image' | 'video' | 'document';
    width: number | null;
    height: number | null;
    url: string | null;
    thumbnailUrl: string | null;
  }[];
  replyTo: string | null;
  reactions: { emoji: string; count: number; reacted: boolean }[];
  createdAt: string;
  editedAt: string | null;
  deletedAt: string | null;
  version: number;
}

export interface Thread {
  id: string;
  kind: 'direct' | 'program' | 'support';
  account: string | null;
  programName: string | null;
  participants: { actor: Message['sender'] }[];
  lastMessage: Message | null;
  canSend: boolean;
  unreadCount: number;
  /** One more than the number of the last change. */
  version: number;
}

/** What a thread is called: by its program, or by the account. */
export const nameOf = (thread: Thread): string =>
  thread.programName ??
  thread.participants.find(({ actor }) => actor.id === thread.account)?.actor.name ??
  '';

export interface OpenAgreement {
  agreement: string;
  title: string;
  description: string | null;
  url: string | null;
}

export interface Relationship {
  id: string;
  account: string;
  accountName: string;
  status: 'invited' | 'requested' | 'agreed' | 'ended' | 'declined';
  agreements: OpenAgreement[];
  version: number;
}

/** The creator's own record. */
export interface Creator {
  id: string;
  name: string;
  handle: string | null;
  bio: string | null;
  claim: { status: 'invited' | 'claimed' } | null;
  payouts: {
    identity: { status: 'required' | 'pending' | 'verified' };
    bankAccount: { status: 'missing' | 'added' } | null;
  } | null;
  version: number;
}
