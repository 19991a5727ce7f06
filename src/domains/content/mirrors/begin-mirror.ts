import type { SystemCtx } from '../../../context.ts';
import { SOCIAL_PLATFORMS, type SocialPlatformCode } from '../../../integrations/social-platforms.ts';
import { isCreators } from '../../accounts/connections/connectable-of.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import { insertMirror } from './store.ts';

/** Begins to read a creator's account, in the batch that keeps the connection. Other connections are ignored. */
export function beginMirror(
  ctx: SystemCtx,
  { id, holder, provider }: Pick<ConnectionRow, 'id' | 'holder' | 'provider'>,
): void {
  if (!isCreators({ holder }) || !(SOCIAL_PLATFORMS as readonly string[]).includes(provider)) return;
  insertMirror(ctx, { connectionId: id, creatorId: holder, platform: provider as SocialPlatformCode });
}
