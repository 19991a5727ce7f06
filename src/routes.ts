// The registry: everything that answers HTTP, by area. src/http/tags.ts says in which order the documentation shows it.
import { accountRoutes } from './domains/accounts/accounts/routes.ts';
import { connectionRoutes } from './domains/accounts/connections/routes.ts';
import { keyRoutes } from './domains/accounts/keys/routes.ts';
import { webhookRoutes } from './domains/accounts/webhooks/routes.ts';
import { conversionRoutes } from './domains/measurement/conversions/routes.ts';
import { pixelEventRoutes } from './domains/measurement/pixel-events/routes.ts';
import { pixelRoutes } from './domains/measurement/pixels/routes.ts';
import { paymentRoutes } from './domains/money/payments/routes.ts';
import { payoutAccountRoutes } from './domains/money/payout-accounts/routes.ts';
import { payoutRoutes } from './domains/money/payouts/routes.ts';
import { processorEventRoutes } from './domains/money/processor-events/routes.ts';
import { statementRoutes } from './domains/money/statements/routes.ts';
import { withdrawalRoutes } from './domains/money/withdrawals/routes.ts';
import { staffRoutes } from './domains/operations/staff/routes.ts';
import { cityRoutes } from './domains/platform/cities/routes.ts';
import { fileRoutes } from './domains/platform/files/routes.ts';
import { agreementRoutes } from './domains/work/agreement-records/routes.ts';
import { applicationRoutes } from './domains/work/applications/routes.ts';
import { creatorRoutes } from './domains/work/creator-records/routes.ts';
import { programRoutes } from './domains/work/program-records/routes.ts';
import { retainerRoutes } from './domains/work/retainers/routes.ts';
import { submissionRoutes } from './domains/work/submissions/routes.ts';
import type { Route } from './http/route.ts';

export const routesByArea = {
  accounts: [...accountRoutes, ...keyRoutes, ...webhookRoutes, ...connectionRoutes],
  measurement: [...pixelRoutes, ...pixelEventRoutes, ...conversionRoutes],
  work: [
    ...programRoutes,
    ...creatorRoutes,
    ...applicationRoutes,
    ...agreementRoutes,
    ...submissionRoutes,
    ...retainerRoutes,
  ],
  platform: [...cityRoutes, ...fileRoutes],
  money: [
    ...statementRoutes,
    ...paymentRoutes,
    ...payoutAccountRoutes,
    // Behind /v1/payouts/countries: the first route that fits a path takes it.
    ...payoutRoutes,
    ...withdrawalRoutes,
    ...processorEventRoutes,
  ],
  operations: staffRoutes,
} satisfies Record<string, readonly Route[]>;

export const routes: readonly Route[] = Object.values(routesByArea).flat();
