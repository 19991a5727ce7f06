// Computes the webhook columns of a key after its URL is set or cleared. README.md has the rules.
import type { SystemCtx } from '../../../context.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { invalidField } from '../../../kit/error.ts';
import { publicUrlProblem } from '../../../kit/public-url.ts';
import { DAY_MS } from '../../../kit/time.ts';
import type { KeyRow } from './store.ts';

/** How long the old secret keeps signing after a rotation. */
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
  | 'webhookFailingSince'
  | 'webhookFailingTold'
>;

export const NO_WEBHOOK: WebhookSettings = {
  webhookUrl: null,
  webhookSecret: null,
  webhookSince: null,
  previousSecret: null,
  previousSecretUntil: null,
  webhookGoneAt: null,
  webhookSlow: false,
  webhookFailingSince: null,
  webhookFailingTold: false,
};

/**
 * The settings for a new URL, with a fresh secret. Throws validation_failed for a URL that is not allowed.
 * @param before the current settings; NO_WEBHOOK for a new key.
 */
export function withUrl(
  ctx: SystemCtx,
  before: Pick<WebhookSettings, 'webhookUrl' | 'webhookSecret' | 'webhookSince'>,
  url: string,
): WebhookSettings & { webhookSecret: string } {
  const problem = publicUrlProblem(url, ctx.vars.ALLOW_LOCAL_URLS);
  if (problem) throw invalidField('/webhookUrl', problem, 'invalid_url');
  // The old secret may keep signing only if the URL stays the same: a new receiver must never see its signatures.
  const rotates = before.webhookUrl === url && before.webhookSecret !== null;
  return {
    webhookUrl: url,
    webhookSecret: `whsec_${randomBase62(43)}`,
    webhookSince: before.webhookSince ?? ctx.now,
    previousSecret: rotates ? before.webhookSecret : null,
    previousSecretUntil: rotates ? ctx.now + ROTATION_MS : null,
    webhookGoneAt: null,
    webhookSlow: false,
    webhookFailingSince: null,
    webhookFailingTold: false,
  };
}
