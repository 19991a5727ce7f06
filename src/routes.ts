// The registry: every route of the API, in the order in which the documentation shows them.
import { accountRoutes } from './domains/accounts/routes.ts';
import { keyRoutes } from './domains/keys/routes.ts';
import { pixelRoutes } from './domains/pixels/routes.ts';
import type { Route } from './http/define-route.ts';

export const routes: readonly Route[] = [...accountRoutes, ...pixelRoutes, ...keyRoutes];
