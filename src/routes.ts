// All routes, by domain, in the order of the documentation. A request loads only the domains whose paths
// match: a cold start costs the same however many domains there are.
import type { Route } from './http/route.ts';

export interface RouteGroup {
  /** Path prefixes of its routes: whole segments without placeholders. */
  under: readonly string[];
  load: () => Promise<readonly Route[]>;
}

export const ROUTES_BY_AREA = {
  accounts: [
    {
      under: ['/v1/account', '/v1/brands', '/organization'],
      load: () => import('./domains/accounts/accounts/routes.ts').then((m) => m.accountRoutes),
    },
    {
      under: ['/v1/keys'],
      load: () => import('./domains/accounts/keys/routes.ts').then((m) => m.keyRoutes),
    },
    {
      under: ['/v1/keys', '/v1/events'],
      load: () => import('./domains/accounts/webhooks/routes.ts').then((m) => m.webhookRoutes),
    },
    {
      under: ['/v1/connections', '/connections'],
      load: () => import('./domains/accounts/connections/routes.ts').then((m) => m.connectionRoutes),
    },
    {
      under: ['/webhooks/mail'],
      load: () => import('./domains/accounts/mails/routes.ts').then((m) => m.mailRoutes),
    },
    {
      under: [
        '/api/auth/oauth2',
        '/.well-known/oauth-authorization-server',
        '/.well-known/oauth-protected-resource',
      ],
      load: () => import('./domains/accounts/oauth/routes.ts').then((m) => m.oauthRoutes),
    },
  ],
  measurement: [
    {
      under: ['/v1/pixels'],
      load: () => import('./domains/measurement/pixels/routes.ts').then((m) => m.pixelRoutes),
    },
    {
      under: ['/v1/pixels', '/v1/pixel-events'],
      load: () => import('./domains/measurement/pixel-events/routes.ts').then((m) => m.pixelEventRoutes),
    },
    {
      under: ['/v1/conversions'],
      load: () => import('./domains/measurement/conversions/routes.ts').then((m) => m.conversionRoutes),
    },
  ],
  catalog: [
    {
      under: ['/v1/products', '/commerce'],
      load: () => import('./domains/catalog/products/routes.ts').then((m) => m.productRoutes),
    },
    {
      under: ['/v1/connections', '/webhooks/shopify'],
      load: () => import('./domains/catalog/shops/routes.ts').then((m) => m.shopRoutes),
    },
  ],
  work: [
    {
      under: ['/v1/programs'],
      load: () => import('./domains/work/programs/routes.ts').then((m) => m.programRoutes),
    },
    {
      under: ['/v1/creators'],
      load: () => import('./domains/work/creators/routes.ts').then((m) => m.creatorRoutes),
    },
    {
      under: ['/v1/applications'],
      load: () => import('./domains/work/applications/routes.ts').then((m) => m.applicationRoutes),
    },
    {
      under: ['/v1/agreements'],
      load: () => import('./domains/work/agreements/routes.ts').then((m) => m.agreementRoutes),
    },
    {
      under: ['/v1/relationships'],
      load: () => import('./domains/work/relationships/routes.ts').then((m) => m.relationshipRoutes),
    },
    {
      under: ['/v1/submissions', '/creatives'],
      load: () => import('./domains/work/submissions/routes.ts').then((m) => m.submissionRoutes),
    },
    {
      under: ['/v1/samples'],
      load: () => import('./domains/work/samples/routes.ts').then((m) => m.sampleRoutes),
    },
    {
      under: ['/v1/retainers'],
      load: () => import('./domains/work/retainers/routes.ts').then((m) => m.retainerRoutes),
    },
    {
      under: ['/v1/creator-codes'],
      load: () => import('./domains/work/creator-codes/routes.ts').then((m) => m.creatorCodeRoutes),
    },
  ],
  platform: [
    {
      under: ['/v1/cities'],
      load: () => import('./domains/platform/cities/routes.ts').then((m) => m.cityRoutes),
    },
    {
      under: ['/v1/files', '/files'],
      load: () => import('./domains/platform/files/routes.ts').then((m) => m.fileRoutes),
    },
  ],
  money: [
    {
      under: ['/v1/balance'],
      load: () => import('./domains/money/balance/routes.ts').then((m) => m.balanceRoutes),
    },
    {
      under: ['/v1/earnings', '/v1/submissions'],
      load: () => import('./domains/money/earnings/routes.ts').then((m) => m.earningRoutes),
    },
    {
      under: ['/v1/payments'],
      load: () => import('./domains/money/payments/routes.ts').then((m) => m.paymentRoutes),
    },
    {
      under: ['/v1/charges'],
      load: () => import('./domains/money/charges/routes.ts').then((m) => m.chargeRoutes),
    },
    {
      under: ['/v1/payouts'],
      load: () => import('./domains/money/payout-accounts/routes.ts').then((m) => m.payoutAccountRoutes),
    },
    // After /v1/payouts/countries, because the first route that matches a path is used.
    {
      under: ['/v1/payouts'],
      load: () => import('./domains/money/payouts/routes.ts').then((m) => m.payoutRoutes),
    },
    {
      under: ['/v1/withdrawals'],
      load: () => import('./domains/money/withdrawals/routes.ts').then((m) => m.withdrawalRoutes),
    },
    {
      under: ['/webhooks/stripe'],
      load: () => import('./domains/money/processor-events/routes.ts').then((m) => m.processorEventRoutes),
    },
  ],
  content: [
    {
      under: ['/v1/connections', '/webhooks/tiktok'],
      load: () => import('./domains/content/mirrors/routes.ts').then((m) => m.mirrorRoutes),
    },
    {
      under: ['/v1/posts'],
      load: () => import('./domains/content/posts/routes.ts').then((m) => m.postRoutes),
    },
  ],
  messaging: [
    {
      under: ['/v1/threads'],
      load: () => import('./domains/messaging/threads/routes.ts').then((m) => m.threadRoutes),
    },
    {
      under: ['/v1/messages'],
      load: () => import('./domains/messaging/messages/routes.ts').then((m) => m.messageRoutes),
    },
  ],
  ads: [
    {
      under: ['/v1/ad-interests', '/v1/ad-audiences'],
      load: () => import('./domains/ads/ad-library/routes.ts').then((m) => m.adLibraryRoutes),
    },
    {
      under: ['/v1/ad-defaults'],
      load: () => import('./domains/ads/ad-defaults/routes.ts').then((m) => m.adDefaultsRoutes),
    },
    {
      under: ['/v1/ad-templates'],
      load: () => import('./domains/ads/ad-templates/routes.ts').then((m) => m.adTemplateRoutes),
    },
    {
      under: ['/v1/ad-authorizations'],
      load: () => import('./domains/ads/ad-authorizations/routes.ts').then((m) => m.adAuthorizationRoutes),
    },
    {
      under: ['/v1/ad-fields'],
      load: () => import('./domains/ads/ad-fields/routes.ts').then((m) => m.adFieldRoutes),
    },
    {
      under: ['/ads/fields'],
      load: () => import('./domains/ads/field-catalogue/routes.ts').then((m) => m.fieldCatalogueRoutes),
    },
    {
      under: ['/ads/plans'],
      load: () => import('./domains/ads/plans/routes.ts').then((m) => m.adsPlanRoutes),
    },
    {
      under: ['/ads/operations'],
      load: () => import('./domains/ads/plan-execution/routes.ts').then((m) => m.adsOperationRoutes),
    },
    {
      under: ['/ads/resources'],
      load: () => import('./domains/ads/resources/routes.ts').then((m) => m.resourceRoutes),
    },
    {
      under: ['/v1/ad-sets', '/v1/ads'],
      load: () => import('./domains/ads/ad-records/routes.ts').then((m) => m.adRecordRoutes),
    },
    {
      under: ['/v1/campaigns', '/v1/campaign-preflights'],
      load: () => import('./domains/ads/campaigns/routes.ts').then((m) => m.campaignRoutes),
    },
    {
      under: ['/v1/analytics'],
      load: () => import('./domains/ads/analytics/routes.ts').then((m) => m.analyticsRoutes),
    },
  ],
  exporting: [
    {
      under: ['/v1/exports', '/files/exports'],
      load: () => import('./domains/exporting/exports/routes.ts').then((m) => m.exportRoutes),
    },
  ],
  operations: [
    {
      under: ['/v1/embeds'],
      load: () => import('./domains/embedding/embeds/routes.ts').then((m) => m.embedRoutes),
    },
    {
      under: ['/healthz'],
      load: () => import('./domains/operations/health/routes.ts').then((m) => m.healthRoutes),
    },
    {
      under: ['/internal/v1'],
      load: () => import('./domains/operations/staff/routes.ts').then((m) => m.staffRoutes),
    },
    {
      under: [
        '/internal/v1/readings',
        '/internal/v1/support-threads',
        '/internal/v1/message-reports',
        '/internal/v1/messages',
        '/internal/v1/senders',
        '/internal/v1/thread-walks',
      ],
      load: () => import('./domains/operations/conversations/routes.ts').then((m) => m.conversationRoutes),
    },
    {
      under: ['/internal/v1/people', '/internal/v1/second-factor-removals'],
      load: () => import('./domains/operations/second-factors/routes.ts').then((m) => m.secondFactorRoutes),
    },
  ],
} as const satisfies Record<string, readonly RouteGroup[]>;

const GROUPS: readonly RouteGroup[] = Object.values(ROUTES_BY_AREA).flat();

/** The groups that may have a route at a path. */
export function groupsAt(path: string): RouteGroup[] {
  return GROUPS.filter(({ under }) => under.some((begin) => path === begin || path.startsWith(`${begin}/`)));
}

/** The routes of some groups, or of all, in the order of the table. */
export async function loadRoutes(groups: readonly RouteGroup[] = GROUPS): Promise<Route[]> {
  return (await Promise.all(groups.map(({ load }) => load()))).flat();
}
