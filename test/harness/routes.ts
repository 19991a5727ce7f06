import { loadRoutes } from '../../src/routes.ts';

/** All routes, whichever groups a request would load. */
export const routes = await loadRoutes();
