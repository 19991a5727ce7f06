import { loadRoutes } from '../../src/routes.ts';

/** Everything that answers HTTP, whatever a request would load of it. */
export const routes = await loadRoutes();
