// The registry of all jobs. The jobs of one lane run in this order. No verb is loaded here: each job loads
// its own when it is due.

import { defineJob, type Job } from './define-job.ts';
import { accountJobs } from './domains/accounts/accounts/jobs.ts';
import { appJobs } from './domains/accounts/apps/jobs.ts';
import { auditJobs } from './domains/accounts/audit/jobs.ts';
import { connectionJobs } from './domains/accounts/connections/jobs.ts';
import { keyJobs } from './domains/accounts/keys/jobs.ts';
import { mailJobs } from './domains/accounts/mails/jobs.ts';
import { peopleJobs } from './domains/accounts/people/jobs.ts';
import { webhookJobs } from './domains/accounts/webhooks/jobs.ts';
import { adAuthorizationJobs } from './domains/ads/ad-authorizations/jobs.ts';
import { adSyncJobs } from './domains/ads/ad-sync/jobs.ts';
import { campaignJobs } from './domains/ads/campaigns/jobs.ts';
import { adsPlanJobs } from './domains/ads/plans/jobs.ts';
import { platformTaskJobs } from './domains/ads/platform-tasks/jobs.ts';
import { catalogueJobs } from './domains/catalog/catalogues/jobs.ts';
import { productJobs } from './domains/catalog/products/jobs.ts';
import { shopJobs } from './domains/catalog/shops/jobs.ts';
import { mirrorJobs } from './domains/content/mirrors/jobs.ts';
import { postJobs } from './domains/content/posts/jobs.ts';
import { embedJobs } from './domains/embedding/embeds/jobs.ts';
import { exportJobs } from './domains/exporting/exports/jobs.ts';
import { pixelEventJobs } from './domains/measurement/pixel-events/jobs.ts';
import { messageDigestJobs } from './domains/messaging/message-digests/jobs.ts';
import { messageJobs } from './domains/messaging/messages/jobs.ts';
import { moderationJobs } from './domains/messaging/moderation/jobs.ts';
import { noticeJobs } from './domains/messaging/notices/jobs.ts';
import { threadJobs } from './domains/messaging/threads/jobs.ts';
import { accrualJobs } from './domains/money/accruals/jobs.ts';
import { brandFeeJobs } from './domains/money/brand-fees/jobs.ts';
import { cardJobs } from './domains/money/cards/jobs.ts';
import { chargeJobs } from './domains/money/charging/jobs.ts';
import { differenceJobs } from './domains/money/differences/jobs.ts';
import { ledgerInstructionJobs } from './domains/money/ledger-instructions/jobs.ts';
import { paymentJobs } from './domains/money/payments/jobs.ts';
import { payoutJobs } from './domains/money/payouts/jobs.ts';
import { processorEventJobs } from './domains/money/processor-events/jobs.ts';
import { reconciliationJobs } from './domains/money/reconciliation/jobs.ts';
import { refundJobs } from './domains/money/refunds/jobs.ts';
import { retainerPeriodJobs } from './domains/money/retainer-periods/jobs.ts';
import { withdrawalJobs } from './domains/money/withdrawals/jobs.ts';
import { fileJobs } from './domains/platform/files/jobs.ts';
import { agreementJobs } from './domains/work/agreements/jobs.ts';
import { claimJobs } from './domains/work/claims/jobs.ts';
import { creatorCodeJobs } from './domains/work/creator-codes/jobs.ts';
import { sampleJobs } from './domains/work/samples/jobs.ts';
import { submissionJobs } from './domains/work/submissions/jobs.ts';
import { MINUTE_MS, SECOND_MS } from './kit/time.ts';
import { EVERY_MINUTE, NIGHTLY } from './lanes.ts';

export const jobs: readonly Job[] = [
  ...pixelEventJobs,
  ...webhookJobs,
  ...fileJobs,
  ...accountJobs,
  ...ledgerInstructionJobs,
  ...chargeJobs,
  ...refundJobs,
  ...reconciliationJobs,
  ...paymentJobs,
  ...retainerPeriodJobs,
  ...accrualJobs,
  ...brandFeeJobs,
  ...payoutJobs,
  ...withdrawalJobs,
  ...processorEventJobs,
  ...differenceJobs,
  ...cardJobs,
  ...adAuthorizationJobs,
  ...campaignJobs,
  ...adsPlanJobs,
  ...platformTaskJobs,
  ...adSyncJobs,
  ...shopJobs,
  ...catalogueJobs,
  ...mirrorJobs,
  ...postJobs,
  ...submissionJobs,
  ...creatorCodeJobs,
  ...agreementJobs,
  ...connectionJobs,
  ...appJobs,
  ...mailJobs,
  ...peopleJobs,
  ...auditJobs,
  ...keyJobs,
  ...productJobs,
  ...sampleJobs,
  ...embedJobs,
  ...messageJobs,
  ...messageDigestJobs,
  ...claimJobs,
  ...noticeJobs,
  ...threadJobs,
  ...moderationJobs,
  ...exportJobs,
  // Jobs of the shared code below the domains.
  defineJob({
    name: 'forget idempotency keys',
    when: EVERY_MINUTE,
    lane: 'upkeep',
    atMost: MINUTE_MS,
    load: async () => (await import('./db/idempotency-store.ts')).forgetOldAnswers,
  }),
  defineJob({
    name: 'forget used quotas',
    when: NIGHTLY,
    lane: 'upkeep',
    atMost: MINUTE_MS,
    load: async () => (await import('./db/quota.ts')).forgetQuotaUse,
  }),
  defineJob({
    name: 'weigh the main database',
    when: NIGHTLY,
    lane: 'upkeep',
    atMost: 10 * SECOND_MS,
    load: async () => (await import('./db/prune.ts')).weighMain,
  }),
];
