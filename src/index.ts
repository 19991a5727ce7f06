// The entry points of the API's Worker. Each loads only what the request or message needs.
import './local-settings.ts';
import type { Env } from './env.ts';
import { isFilesHost } from './files-host.ts';
import { isPagePath } from './page-paths.ts';
import { isPixelPath } from './pixel/path.ts';

export { Ledger } from '../durable-objects/ledger.ts';
export { Thread } from '../durable-objects/thread.ts';

export default {
  async fetch(request, env, ctx): Promise<Response> {
    if (!isFilesHost(request.url, env)) {
      if (isPixelPath(request.url)) return await answerPixel(request, env, ctx);
      const path = pathOf(request.url);
      // In production a Cloudflare route sends pages to their own Worker, except the front page with a query.
      if (env.PAGES && isPagePath(path)) return await env.PAGES.fetch(request);
      if (env.ASSETS && isDocumentation(path)) return await answerDocs(request, env, env.ASSETS);
    }
    const { answer } = await import('./app.ts');
    return await answer(request, env, ctx);
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

function isDocumentation(path: string): boolean {
  return path === '/openapi.json' || path === '/docs' || path.startsWith('/docs/');
}

/** Cut out of the URL without parsing it, because this runs for every request. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.search(/[?#]/);
  return url.slice(start, end < 0 ? undefined : end);
}

async function answerDocs(request: Request, env: Env, assets: Fetcher): Promise<Response> {
  const { answerDocumentation } = await import('./documentation.ts');
  return await answerDocumentation(request, env, assets);
}

/**
 * In production a Cloudflare route sends these to the pixel's own Worker: they arrive here only without that
 * route.
 */
async function answerPixel(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  if (env.PIXEL) return await env.PIXEL.fetch(request);
  const { handlePixel } = await import('./pixel/handle.ts');
  return await handlePixel(request, env, ctx);
}
