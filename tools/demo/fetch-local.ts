// Requests to Workers on this machine. workerd drops a connection that was idle for five seconds, also one that
// Miniflare keeps within itself: on a busy machine a request may meet that, and is lost without having begun.
const TRIES = 5;
const LOST = 'Error: Network connection lost.';

/** As fetch, asked again when it was lost. What must not happen twice carries an Idempotency-Key. */
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
