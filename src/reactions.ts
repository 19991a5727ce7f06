// What lower domains tell higher ones. A domain never imports one above it: it calls the functions listed
// here, which are loaded when they are needed. Each entry is a static import(), so that nothing depends on
// which modules a Worker happened to evaluate.

import type { Acted } from './domains/accounts/audit/interface.ts';
import type {
  ConnectionEnded,
  ConnectionKept,
  ConnectionUses,
  FindCreatorSide,
  ObjectsWritten,
  Provider,
  RecordsChanged,
} from './domains/accounts/connections/interface.ts';
import type { KeysFailed, ReceiverEnded } from './domains/accounts/keys/interface.ts';
import type { AddressVerified } from './domains/accounts/sign-ups/interface.ts';
import type { MembershipEnded } from './domains/accounts/team/interface.ts';
import type { RelayReaction } from './domains/accounts/webhooks/interface.ts';
import type { FindAdsShowing, PermissionEnded } from './domains/ads/ad-authorizations/interface.ts';
import type { CampaignTemplate } from './domains/ads/ad-templates/interface.ts';
import type { TaskOwner, TaskOwnerName } from './domains/ads/platform-tasks/step.ts';
import type { AgreedAccounts, ProductsInPrograms } from './domains/catalog/products/interface.ts';
import type { PostsAsked, ShopErased, ShopOrdersHeard } from './domains/catalog/shops/interface.ts';
import type { PostsListed } from './domains/content/mirrors/interface.ts';
import type { FindAdViews } from './domains/content/posts/interface.ts';
import type { ApiLists } from './domains/exporting/exports/interface.ts';
import type { PaymentMoved, PaymentTakenBack } from './domains/money/payments/interface.ts';
import type { DueKind, DueOutcomes } from './domains/money/receivables/interface.ts';
import type { ReadsFile } from './domains/platform/files/interface.ts';
import type { CreatorViews } from './domains/work/creator-codes/interface.ts';
import type { RecordTakenOver } from './domains/work/creator-consent/interface.ts';
import type { FindProfilePosts } from './domains/work/creators/interface.ts';
import type { FindSubmissionPay, SubmissionPublished } from './domains/work/submissions/interface.ts';
import { byAdPlatform } from './integrations/ad-platforms.ts';
import type { AdPlatform } from './integrations/ads/platform.ts';
import { byShopPlatform } from './integrations/shop-platforms.ts';
import type { ShopPlatform } from './integrations/shops/platform.ts';
import type { SocialPlatform } from './integrations/social/platform.ts';
import { bySocialPlatform } from './integrations/social-platforms.ts';
import type { Lazy } from './kit/lazy.ts';

export interface Reactions {
  /** Records what people do in an account. */
  acted: Lazy<Acted>;
  /** Ends the deliveries that are still under way to a key. */
  receiverEnded: Lazy<ReceiverEnded>;
  /** Records failed requests of keys. */
  keysFailed: Lazy<KeysFailed>;
  /** The providers that a person can connect to; a provider that is not listed is not offered. */
  connections: { readonly [provider: string]: Lazy<Provider> | undefined };
  /**
   * The ad platforms that a brand can connect: src/integrations/ads/platform.ts defines what each must
   * implement.
   */
  adPlatforms: { readonly [provider: string]: Lazy<AdPlatform> | undefined };
  /** The shop platforms that a brand can connect. */
  shopPlatforms: { readonly [provider: string]: Lazy<ShopPlatform> | undefined };
  /** The social platforms that a creator can connect. */
  socialPlatforms: { readonly [provider: string]: Lazy<SocialPlatform> | undefined };
  /** Who answers for a creator. */
  creatorSide: Lazy<FindCreatorSide>;
  /** Called in the batch that keeps a connection, each time a person connects it. */
  connectionKept: readonly Lazy<ConnectionKept>[];
  /** Called in the batch in which its holder ends a connection. */
  connectionEnded: readonly Lazy<ConnectionEnded>[];
  /** Keeps the list of objects at ad platforms. */
  objectsWritten: Lazy<ObjectsWritten>;
  /** The fields that a template takes over from a campaign. */
  campaignTemplate: Lazy<CampaignTemplate>;
  /** Which permissions of creators active ads use. */
  adsShowing: Lazy<FindAdsShowing>;
  /** Called when a submission may no longer be shown as an ad in its creator's name. */
  permissionEnded: Lazy<PermissionEnded>;
  /** Makes plans that were checked against records wait for approval again. */
  recordsChanged: Lazy<RecordsChanged>;
  /** The domains that use connections: a connection that is in use cannot be disconnected. */
  connectionUses: readonly Lazy<ConnectionUses>[];
  /** The domains that plan tasks at ad platforms, define what is asked there and get the result. */
  platformTasks: { readonly [owner in TaskOwnerName]?: Lazy<TaskOwner> };
  /** By event type, for events that come from a shard. */
  relayed: { readonly [type: string]: Lazy<RelayReaction> | undefined };
  /**
   * The domains that add dues and are told the outcome of their charge, by the kind that is stored with a
   * due.
   */
  dueOutcomes: Record<DueKind, Lazy<DueOutcomes>>;
  /** The domains that let others than its owner read a file. */
  fileReaders: readonly Lazy<ReadsFile>[];
  /** Which products are in programs that the caller can see. */
  productsInPrograms: Lazy<ProductsInPrograms>;
  /** The accounts that a creator agreed with. */
  agreedAccounts: Lazy<AgreedAccounts>;
  /** The domains above that follow orders of connected shops. */
  shopOrdersHeard: readonly Lazy<ShopOrdersHeard>[];
  /** The domains above that have something of a connected shop. */
  shopErased: readonly Lazy<ShopErased>[];
  /** Reads the posts of a creator's connected account. */
  postsAsked: Lazy<PostsAsked>;
  /** Looks for the posts of a creator's work, since its accounts have news. */
  postsListed: Lazy<PostsListed>;
  /** Looks for the posts of a creator's work, since the work has news. */
  submissionPublished: Lazy<SubmissionPublished>;
  /** What connected accounts know of the posts that creators show on their profiles. */
  profilePosts: Lazy<FindProfilePosts>;
  /** How many views of posts ads brought. */
  adViews: Lazy<FindAdViews>;
  /** Calculates what a submission pays. */
  submissionPay: Lazy<FindSubmissionPay>;
  /** How often a creator's work was viewed. */
  creatorViews: Lazy<CreatorViews>;
  /** Called when a payment's earnings were taken back for good. */
  paymentTakenBack: readonly Lazy<PaymentTakenBack>[];
  /** Called when a payment was made, or has moved. */
  paymentMoved: readonly Lazy<PaymentMoved>[];
  /** Called when a person took a creator's record over. */
  recordTakenOver: readonly Lazy<RecordTakenOver>[];
  /** Called when a person left an account or was removed from it. */
  membershipEnded: readonly Lazy<MembershipEnded>[];
  /** Called when a person verified an address. */
  addressVerified: readonly Lazy<AddressVerified>[];
  /** The lists of the API, which exports read. */
  apiLists: Lazy<ApiLists>;
}

export const reactions: Reactions = {
  acted: () => import('./domains/accounts/audit/interface.ts').then((m) => m.addAuditEntry),
  receiverEnded: () => import('./domains/accounts/webhooks/interface.ts').then((m) => m.failPending),
  keysFailed: () => import('./domains/accounts/keys/keep-key-problems.ts').then((m) => m.keepKeyProblems),
  connections: {
    card: () => import('./domains/money/charging/card-connection.ts').then((m) => m.cardConnection),
    stripe: () =>
      import('./domains/money/payout-accounts/payout-connection.ts').then((m) => m.payoutConnection),
  },
  adPlatforms: byAdPlatform(({ load }) => load),
  shopPlatforms: byShopPlatform(({ load }) => load),
  socialPlatforms: bySocialPlatform(({ load }) => load),
  creatorSide: () => import('./domains/work/creator-consent/interface.ts').then((m) => m.findCreatorSide),
  connectionKept: [
    () => import('./domains/catalog/shops/begin-shop.ts').then((m) => m.beginShop),
    () => import('./domains/catalog/catalogues/begin-catalogue.ts').then((m) => m.beginCatalogue),
    () => import('./domains/work/creator-codes/resume-codes.ts').then((m) => m.resumeCodes),
    () => import('./domains/content/mirrors/begin-mirror.ts').then((m) => m.beginMirror),
  ],
  connectionEnded: [
    () => import('./domains/catalog/catalogues/end-catalogue.ts').then((m) => m.endCatalogue),
    () => import('./domains/content/mirrors/end-mirror.ts').then((m) => m.endMirror),
  ],
  objectsWritten: () => import('./domains/ads/resources/interface.ts').then((m) => m.saveObjects),
  campaignTemplate: () => import('./domains/ads/campaign-record/template-of.ts').then((m) => m.templateOf),
  adsShowing: () => import('./domains/ads/campaign-record/find-ads-showing.ts').then((m) => m.findAdsShowing),
  permissionEnded: () =>
    import('./domains/ads/campaign-reports/stop-unpermitted.ts').then((m) => m.stopUnpermitted),
  recordsChanged: () => import('./domains/ads/plan-record/recheck-plans.ts').then((m) => m.recheckPlans),
  connectionUses: [
    () => import('./domains/ads/platform-tasks/interface.ts').then((m) => m.taskUses),
    () => import('./domains/ads/campaign-record/campaign-uses.ts').then((m) => m.campaignUses),
    () => import('./domains/ads/plan-record/plan-uses.ts').then((m) => m.planUses),
  ],
  platformTasks: {
    campaign: () => import('./domains/ads/campaign-delivery/campaign-tasks.ts').then((m) => m.campaignTasks),
    plan: () => import('./domains/ads/plan-execution/plan-tasks.ts').then((m) => m.planTasks),
  },
  relayed: {
    'pixel.verified': () =>
      import('./domains/measurement/pixels/verify-pixels.ts').then((m) => m.verifyPixels),
    'pixel.limited': () =>
      import('./domains/measurement/pixels/limit-beacons.ts').then((m) => m.limitBeacons),
  },
  dueOutcomes: {
    payment: () => import('./domains/money/payments/charge-outcome.ts').then((m) => m.paymentOutcomes),
    brand_fee: () =>
      import('./domains/money/brand-fees/brand-fee-outcome.ts').then((m) => m.brandFeeOutcomes),
  },
  fileReaders: [
    () => import('./domains/work/submissions/interface.ts').then((m) => m.readsSubmission),
    () => import('./domains/messaging/messages/reads-attachment.ts').then((m) => m.readsAttachment),
  ],
  productsInPrograms: () => import('./domains/work/programs/interface.ts').then((m) => m.productsInPrograms),
  agreedAccounts: () => import('./domains/work/creator-consent/interface.ts').then((m) => m.agreedAccounts),
  shopOrdersHeard: [() => import('./domains/work/samples/hear-of-orders.ts').then((m) => m.hearOfOrders)],
  shopErased: [
    () => import('./domains/work/samples/erase-shop-orders.ts').then((m) => m.eraseShopOrders),
    () => import('./domains/work/creator-codes/erase-shop-discounts.ts').then((m) => m.eraseShopDiscounts),
  ],
  postsAsked: () => import('./domains/content/mirrors/ask-posts.ts').then((m) => m.askPosts),
  postsListed: () => import('./domains/content/posts/posts-listed.ts').then((m) => m.postsListed),
  submissionPublished: () =>
    import('./domains/content/posts/submission-published.ts').then((m) => m.submissionPublished),
  profilePosts: () => import('./domains/content/mirrors/interface.ts').then((m) => m.findProfilePosts),
  adViews: () => import('./domains/ads/ad-sync/find-ad-views.ts').then((m) => m.findAdViews),
  submissionPay: () => import('./domains/money/accruals/submission-pay.ts').then((m) => m.findSubmissionPay),
  creatorViews: () => import('./domains/money/accruals/interface.ts').then((m) => m.findCreatorViews),
  paymentTakenBack: [() => import('./domains/money/accruals/interface.ts').then((m) => m.payTakenBack)],
  paymentMoved: [() => import('./domains/content/posts/payment-moved.ts').then((m) => m.paymentMoved)],
  recordTakenOver: [
    () =>
      import('./domains/money/payout-accounts/detach-payout-account.ts').then((m) => m.detachPayoutAccount),
  ],
  membershipEnded: [() => import('./domains/accounts/apps/end-left-grants.ts').then((m) => m.endLeftGrants)],
  addressVerified: [() => import('./domains/work/claims/address-verified.ts').then((m) => m.addressVerified)],
  apiLists: () => import('./run.ts').then((m) => m.apiLists),
};
