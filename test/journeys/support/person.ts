// A person who uses the pages without a browser: forms and cookies over HTTP.
import type { DemoPerson } from '../../../tools/demo/demo-file.ts';

export class HttpPerson {
  readonly #baseUrl: string;
  readonly #who: DemoPerson;
  readonly #cookies = new Map<string, string>();

  constructor(baseUrl: string, who: DemoPerson) {
    this.#baseUrl = baseUrl;
    this.#who = who;
  }

  /**
   * Gives consent on the consent page, signing in on the way. @returns the URL in the app to which a browser
   * would go then.
   */
  async allow(url: string | URL, account: string): Promise<URL> {
    let page = await this.#ask(url);
    if (page.headers.get('Location')?.startsWith('/sign-in')) {
      const signIn = page.headers.get('Location')!;
      const { email, password } = this.#who;
      const sent = await this.#send(signIn, await this.#ask(signIn), 'enter', { email, password });
      page = await this.#ask(sent.headers.get('Location')!);
    }
    const answer = await this.#send(url, page, 'allow', { account });
    return new URL(answer.headers.get('Location')!);
  }

  /** Submits a form that redirects to another page. */
  async #send(
    url: string | URL,
    page: Response,
    action: string,
    typed: Record<string, string>,
  ): Promise<Response> {
    const html = await page.text();
    const form = html.split('<form').find((part) => part.includes(`value="${action}"`));
    if (page.status !== 200 || !form) throw new Error(`${url} answered ${page.status} ${html}`);
    const fields = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const sent = new URLSearchParams(fields.map(([, name, value]): [string, string] => [name!, value!]));
    for (const [name, value] of Object.entries(typed)) sent.set(name, value);
    const answer = await this.#ask(url, sent);
    if (answer.status !== 303) throw new Error(`${url} answered ${answer.status} ${await answer.text()}`);
    return answer;
  }

  /** Sends one request without following redirects. */
  async #ask(url: string | URL, form?: URLSearchParams): Promise<Response> {
    const response = await fetch(new URL(url, this.#baseUrl), {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form && { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }),
      },
      body: form ?? null,
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      this.#cookies.set(name!, value!);
    }
    return response;
  }
}
