// Serves the API's documentation: the static files of public/, with the headers of every response.
import type { Env } from './env.ts';
import { BROWSER_SAFETY } from './http/browser-safety.ts';
import { errorResponse } from './http/errors.ts';
import { requestIdOf } from './http/request-id.ts';
import { drainUnread } from './kit/drain.ts';
import { AppError, notFound } from './kit/error.ts';

const READ_ONLY = new AppError('method_not_allowed', 'The documentation takes GET and HEAD.', {
  headers: { Allow: 'GET, HEAD' },
});

export async function answerDocumentation(request: Request, env: Env, assets: Fetcher): Promise<Response> {
  const { url, method, headers } = request;
  const requestId = requestIdOf(request);
  const reads = method === 'GET' || method === 'HEAD';
  // The request is sent without its body, which even a GET may have.
  const found = reads ? await assets.fetch(url, { method, headers, redirect: 'manual' }) : null;
  const refusal = found ? (found.status === 404 ? notFound('page of the documentation') : null) : READ_ONLY;
  const answer = refusal ? errorResponse(refusal, requestId, 'data', env) : new Response(found!.body, found!);
  for (const [name, value] of Object.entries({ ...BROWSER_SAFETY, 'Request-Id': requestId }))
    answer.headers.set(name, value);
  await drainUnread(request);
  return answer;
}
