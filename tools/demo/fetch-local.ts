// Requests to Workers on this machine. workerd drops connections that were idle for five seconds, even those
// inside Miniflare: on a busy machine a request may use such a connection, and is lost before it has begun.
const TRIES = 5;
const LOST = 'Error: Network connection lost.';

/**
 * Like fetch, but repeats a lost request. A request that must not happen twice carries an Idempotency-Key.
 */
export async function fetchLocal(url: string | URL, init: RequestInit = {}): Promise<Response> {
  for (let tried = 1; ; tried++) {
    let problem: unknown;
    try {
      const answer = await fetch(url, init);
      if (answer.status !== 500) return answer;
      const text = await answer.text();
      if (tried === TRIES || !text.startsWith(LOST))
        return new Response(text, { status: answer.status, headers: answer.headers });
    } catch (error) {
      problem = error;
    }
    if (problem && (tried === TRIES || !(problem instanceof TypeError))) throw problem;
    await new Promise((resolve) => setTimeout(resolve, 200 * tried));
  }
}
