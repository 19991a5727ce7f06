// A person on one of the processor's pages.
import { fetchLocal } from './fetch-local.ts';

/**
 * Submits the page's form as a person would, and follows the redirect back to the service. Throws when either
 * refuses.
 */
export async function submitPage(url: string, form: Record<string, string>): Promise<void> {
  const sent = await fetchLocal(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  const back = sent.headers.get('location');
  if (!back) throw new Error(`${url} answered ${sent.status} ${await sent.text()}`);
  const page = await fetchLocal(back);
  if (!page.ok) throw new Error(`${back} answered ${page.status} ${await page.text()}`);
}
