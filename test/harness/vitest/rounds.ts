// What plays a guarantee once more under harder conditions, and takes long: `npm test` plays a third of it, another each day, and
// `npm run storm:tests` all. What is played every day in its place stands beside it.

/** Three turns, which have no divisor in common with the portions that files in rounds play (portion.ts). */
export const TURNS = 3;

interface Round {
  /** The files that show the same every day, on a shorter way. */
  everyDay: readonly string[];
  /** The files that are played in each turn. */
  turns: readonly [readonly string[], readonly string[], readonly string[]];
}

/** Paths without `test/` and `.test.ts`. */
export const ROUNDS: readonly Round[] = [
  {
    everyDay: ['journeys/pixel-browser', 'journeys/pixel-consent'],
    turns: [['journeys/shop-script'], ['journeys/custom-pixel'], ['journeys/shop-consent']],
  },
  {
    everyDay: ['journeys/money', 'journeys/console', 'journeys/newcomer'],
    turns: [['journeys/local-data'], ['journeys/creators-work'], ['journeys/kill']],
  },
  {
    everyDay: ['journeys/meta-wire', 'journeys/pixel-browser', 'journeys/stripe', 'journeys/shopify-wire'],
    turns: [
      ['journeys/campaigns'],
      ['journeys/stripe-setup', 'journeys/shopify-storefront', 'journeys/shopify-products'],
      ['journeys/pixel-first-party', 'journeys/pixel-tabs'],
    ],
  },
  {
    everyDay: ['domains/ads/campaigns/campaign', 'domains/ads/campaigns/tiktok-campaign'],
    turns: [
      ['domains/ads/campaign-delivery/added-layout', 'domains/ads/plans/generated-plans'],
      ['domains/ads/campaign-delivery/archived-parts', 'domains/ads/campaign-delivery/layout-property'],
      ['domains/ads/campaign-delivery/snapchat-archive', 'domains/ads/campaign-delivery/kept-layout'],
    ],
  },
  {
    everyDay: ['domains/ads/plan-execution/plan-execution', 'domains/ads/plan-execution/whole-campaign'],
    turns: [
      ['domains/ads/plan-execution/interrupted-execution', 'domains/ads/plan-execution/same-moment'],
      ['domains/ads/plan-execution/killed-execution', 'domains/ads/plan-execution/each-platform'],
      ['domains/ads/plan-execution/made-once', 'domains/ads/plan-execution/repair'],
    ],
  },
  {
    everyDay: ['domains/ads/ad-sync/ad-sync', 'domains/ads/campaign-reports/partner-spend'],
    turns: [
      ['domains/ads/campaign-reports/deleted-there', 'domains/ads/ad-sync/external-deleted'],
      ['domains/ads/campaign-reports/stale-lists'],
      ['domains/ads/ad-sync/sync-at-scale', 'domains/ads/ad-sync/every-status'],
    ],
  },
  {
    everyDay: ['domains/ads/campaigns/campaign', 'domains/ads/resources/rows'],
    turns: [
      ['domains/ads/campaigns/two-platforms'],
      [
        'domains/ads/campaign-preflight/platform-wants-later',
        'domains/ads/campaign-preflight/preflight-holds',
      ],
      ['domains/ads/resources/drift'],
    ],
  },
  {
    everyDay: [
      'domains/money/payouts/payouts',
      'domains/money/charging/charges',
      'domains/money/payments/payments',
      'domains/money/withdrawals/withdrawals',
    ],
    turns: [
      ['domains/money/payouts/payouts-killed'],
      ['domains/money/charging/charges-killed', 'domains/money/payments/payments-deaths'],
      ['domains/money/withdrawals/withdrawals-faults', 'domains/content/posts/posts-killed'],
    ],
  },
  {
    everyDay: ['simulation/money-simulation', 'domains/messaging/messages/messages'],
    turns: [
      ['simulation/ledger-seed-1'],
      ['simulation/ledger-seed-2'],
      ['domains/messaging/thread-log/thread-acts'],
    ],
  },
  {
    everyDay: [
      'domains/accounts/webhooks/webhooks-delivery',
      'domains/work/samples/samples',
      'domains/money/earnings/earnings-explained',
    ],
    turns: [
      ['domains/accounts/webhooks/webhooks-speeds'],
      ['domains/work/samples/shop-samples', 'domains/work/samples/undecided-samples'],
      ['domains/money/earnings/earnings-add-up', 'domains/measurement/event-rules/sale-property'],
    ],
  },
];

const pathOf = (name: string) => `test/${name}.test.ts`;

/** The files of all rounds. */
export const IN_ROUNDS = ROUNDS.flatMap(({ turns }) => turns.flat()).map(pathOf);

/** The files that rest in the run of this turn. */
export const restingAt = (turn: number): string[] =>
  ROUNDS.flatMap(({ turns }) => turns.filter((_, n) => n !== turn % TURNS).flat()).map(pathOf);
