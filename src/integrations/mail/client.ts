// Sends a mail by one request. README.md describes what the receiver must support.
import type { Vars } from '../../env.ts';

export interface Mail {
  /** Our ID, the same for each try, so that the receiver can send a repeated mail only once. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where the receiver reports, by a POST, that it could not be delivered. */
  bounces: string;
  /** Where one POST ends such mails. */
  unsubscribe?: string;
}

/** How long the receiver may take. */
const TIMEOUT_MS = 10_000;

/** Whether the deployment has a mail service configured. */
export function canSendMail(vars: Vars): boolean {
  return vars.MAIL_API_URL !== undefined;
}

/** Hands a mail to the mail service. @returns what went wrong; null when it was accepted. */
export async function sendMail(vars: Vars, mail: Mail): Promise<string | null> {
  const headers = new Headers({ 'Content-Type': 'application/json', 'Idempotency-Key': mail.id });
  if (vars.MAIL_API_KEY) headers.set('Authorization', `Bearer ${vars.MAIL_API_KEY}`);
  try {
    const response = await fetch(vars.MAIL_API_URL!, {
      method: 'POST',
      headers,
      body: JSON.stringify(bodyOf(vars, mail)),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok ? null : `it answered ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.name : 'it did not answer';
  }
}

function bodyOf({ MAIL_FROM }: Vars, { to, subject, text, html, bounces, unsubscribe }: Mail) {
  const body = { from: MAIL_FROM, to, subject, text, html, bounces };
  if (unsubscribe === undefined) return body;
  // RFC 8058: a mail program shows a button, and sends the POST without its reader's cookies.
  const headers = {
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  return { ...body, headers };
}
