// The registry: every route of the API, in the order in which the documentation shows them.
import { accountRoutes } from './domains/accounts/routes.ts';
import { agreementRoutes } from './domains/agreements/routes.ts';
import { applicationRoutes } from './domains/applications/routes.ts';
import { cityRoutes } from './domains/cities/routes.ts';
import { connectionRoutes } from './domains/connections/routes.ts';
import { conversionRoutes } from './domains/conversions/routes.ts';
import { creatorRoutes } from './domains/creators/routes.ts';
import { fileRoutes } from './domains/files/routes.ts';
import { keyRoutes } from './domains/keys/routes.ts';
import { ledgerRoutes } from './domains/ledger/routes.ts';
import { paymentRoutes } from './domains/payments/routes.ts';
import { payoutAccountRoutes } from './domains/payout-accounts/routes.ts';
import { payoutRoutes } from './domains/payouts/routes.ts';
import { pixelEventRoutes } from './domains/pixel-events/routes.ts';
import { pixelRoutes } from './domains/pixels/routes.ts';
import { programRoutes } from './domains/programs/routes.ts';
import { retainerRoutes } from './domains/retainers/routes.ts';
import { staffRoutes } from './domains/staff/routes.ts';
import { submissionRoutes } from './domains/submissions/routes.ts';
import { eventRoutes } from './domains/webhooks/routes.ts';
import { withdrawalRoutes } from './domains/withdrawals/routes.ts';
import type { Route } from './http/define-route.ts';

export const routes: readonly Route[] = [
  ...accountRoutes,
  ...pixelRoutes,
  ...pixelEventRoutes,
  ...conversionRoutes,
  ...keyRoutes,
  ...eventRoutes,
  ...programRoutes,
  ...creatorRoutes,
  ...applicationRoutes,
  ...agreementRoutes,
  ...submissionRoutes,
  ...retainerRoutes,
  ...cityRoutes,
  ...fileRoutes,
  ...ledgerRoutes,
  ...paymentRoutes,
  ...connectionRoutes,
  ...payoutAccountRoutes,
  // Behind /v1/payouts/countries: the first route that fits a path takes it.
  ...payoutRoutes,
  ...withdrawalRoutes,
  ...staffRoutes,
];
