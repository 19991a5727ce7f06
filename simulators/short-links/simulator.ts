// The servers that know where shared links lead, of all platforms. Each world has its own links.
import { DurableObject } from 'cloudflare:workers';
import { Scripted } from '../scripted.ts';

interface Link {
  /** Where it leads; null for an answer without a redirect. */
  to: string | null;
  status: number;
  /** How long the answer takes. */
  ms: number;
}

interface Asked {
  url: string;
  cookie: string | null;
  authorization: string | null;
}

/** What a platform answers when it does not know a link: its own front page. */
const unknown = (host: string): Link => ({ to: `https://${host}/`, status: 302, ms: 0 });

export class ShortLinksSimulator extends DurableObject {
  readonly #state: Scripted;

  constructor(state: DurableObjectState, env: unknown) {
    super(state, env as never);
    this.#state = new Scripted(state.storage.sql);
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const asked = this.#state.setting<Asked[]>('asked', []);
    if (pathname.startsWith('/_sim/')) {
      if (request.method === 'GET') return Response.json(asked);
      // biome-ignore lint/suspicious/noExplicitAny: a test says what it wants
      const { links = {} } = (await request.json()) as any;
      this.#state.set('links', { ...this.#state.setting('links', {}), ...links });
      return Response.json(links);
    }
    const [, host = '', path = ''] = /^\/short-links\/[^/]+\/([^/]+)(\/.*)?$/.exec(pathname) ?? [];
    const { headers } = request;
    const cookie = headers.get('cookie');
    const authorization = headers.get('authorization');
    this.#state.set('asked', [...asked, { url: `https://${host}${path}${search}`, cookie, authorization }]);
    const links = this.#state.setting<Record<string, Partial<Link>>>('links', {});
    const link = { ...unknown(host), ...links[`${host}${path.replace(/\/$/, '')}`] };
    if (link.ms > 0) await new Promise((resolve) => setTimeout(resolve, link.ms));
    return new Response(endless(), {
      status: link.status,
      headers: {
        'Content-Type': 'text/html',
        'Set-Cookie': 'tt_webid=1; Domain=.tiktok.com; Path=/',
        ...(link.to === null ? {} : { Location: link.to }),
      },
    });
  }
}

/** A page that goes on for as long as somebody reads it. */
const endless = () =>
  new ReadableStream({
    pull: async (controller) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      controller.enqueue(new TextEncoder().encode('<p>'));
    },
  });
