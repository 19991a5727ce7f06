// The three doors of the Worker. The pixel's path is answered before the API is even evaluated: a cold visitor's
// request never pays for Hono, zod or drizzle.
import type { Env } from './env.ts';
import { handlePixel, isPixelPath } from './pixel/handle.ts';

export { Ledger } from '../durable-objects/ledger.ts';

export default {
  async fetch(request, env, ctx): Promise<Response> {
    if (isPixelPath(request.url)) return await handlePixel(request, env, ctx);
    const { app } = await import('./app.ts');
    return await app.fetch(request, env, ctx);
  },

  async queue(batch, env, ctx): Promise<void> {
    const { dispatch } = await import('../queues/dispatch.ts');
    await dispatch(batch, env, ctx);
  },

  async scheduled(controller, env): Promise<void> {
    const { wakeLanes } = await import('./cron.ts');
    await wakeLanes(controller.cron, controller.scheduledTime, env);
  },
} satisfies ExportedHandler<Env>;
