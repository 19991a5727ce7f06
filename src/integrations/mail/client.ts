// The one request that a mail is. README.md says what the other side must understand.
import type { Vars } from '../../env.ts';

export interface Mail {
  /** Ours, the same at each try: whoever gets a mail twice under one ID sends it once. */
  id: string;
  to: string;
  subject: string;
  text: string;
}

/** How long the other side may take. */
const TIMEOUT_MS = 10_000;

/** Whether the deployment says where mail goes. */
export function canSendMail(vars: Vars): boolean {
  return vars.MAIL_API_URL !== undefined;
}

/** Hands a mail over. @returns what was wrong; null when it was taken. */
export async function sendMail(vars: Vars, mail: Mail): Promise<string | null> {
  const headers = new Headers({ 'Content-Type': 'application/json', 'Idempotency-Key': mail.id });
  if (vars.MAIL_API_KEY) headers.set('Authorization', `Bearer ${vars.MAIL_API_KEY}`);
  try {
    const response = await fetch(vars.MAIL_API_URL!, {
      method: 'POST',
      headers,
      body: JSON.stringify({ from: vars.MAIL_FROM, to: mail.to, subject: mail.subject, text: mail.text }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok ? null : `it answered ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.name : 'it did not answer';
  }
}
