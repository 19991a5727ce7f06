import type { Ctx } from '../../../context.ts';
import { currentKey } from './store.ts';

/** The webhook URL of the key that the request was made with; null when it has none. */
export async function webhookOf(ctx: Ctx): Promise<string | null> {
  return (await currentKey(ctx)).webhookUrl;
}
