// What a key's row says of its webhook, after a URL is set or taken away. README.md has the rules.
import type { SystemCtx } from '../../../context.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { invalidField } from '../../../kit/error.ts';
import { DAY_MS } from '../../../kit/time.ts';
import type { KeyRow } from './store.ts';
import { webhookUrlProblem } from './webhook-url.ts';

/** How long the secret before a rotation still signs. */
export const ROTATION_MS = DAY_MS;

export type WebhookSettings = Pick<
  KeyRow,
  | 'webhookUrl'
  | 'webhookSecret'
  | 'webhookSince'
  | 'previousSecret'
  | 'previousSecretUntil'
  | 'webhookGoneAt'
  | 'webhookSlow'
>;

export const NO_WEBHOOK: WebhookSettings = {
  webhookUrl: null,
  webhookSecret: null,
  webhookSince: null,
  previousSecret: null,
  previousSecretUntil: null,
  webhookGoneAt: null,
  webhookSlow: false,
};

/**
 * The settings with a URL, and a fresh secret. Throws validation_failed for a URL that is not taken.
 * @param before what they were; NO_WEBHOOK for a new key.
 */
export function withUrl(
  ctx: SystemCtx,
  before: Pick<WebhookSettings, 'webhookUrl' | 'webhookSecret' | 'webhookSince'>,
  url: string,
): WebhookSettings & { webhookSecret: string } {
  const problem = webhookUrlProblem(url, ctx.vars.ALLOW_LOCAL_URLS);
  if (problem) throw invalidField('/webhookUrl', problem, 'invalid_url');
  // Only at the same address may the old secret go on signing: a new one must never see it at work.
  const rotates = before.webhookUrl === url && before.webhookSecret !== null;
  return {
    webhookUrl: url,
    webhookSecret: `whsec_${randomBase62(43)}`,
    webhookSince: before.webhookSince ?? ctx.now,
    previousSecret: rotates ? before.webhookSecret : null,
    previousSecretUntil: rotates ? ctx.now + ROTATION_MS : null,
    webhookGoneAt: null,
    webhookSlow: false,
  };
}
