// Which forms of the pages were sent by clicking, and taken.
import type { BrowserContext, Request } from 'playwright-core';
import { pageAt } from '../../harness/pages/registry.ts';

/** The kind of form that a request sends: the page's path in the registry, and the action. Null for every other request. */
export function kindSent(request: Request): string | null {
  if (request.method() !== 'POST') return null;
  const sent = request.postDataBuffer()?.toString('latin1') ?? '';
  const action = /name="_action"\r\n\r\n(\w+)|(?:^|&)_action=(\w+)/.exec(sent);
  const page = pageAt(new URL(request.url()).pathname);
  return page && action ? `${page.path} ${action[1] ?? action[2]}` : null;
}

/** Adds the kind of each form that is sent from now on in these windows, and not refused. */
export function noteForms(context: BrowserContext, clicked: Set<string>): void {
  context.on('response', (response) => {
    const kind = response.status() < 400 ? kindSent(response.request()) : null;
    if (kind !== null) clicked.add(kind);
  });
}
