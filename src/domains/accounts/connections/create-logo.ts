import type { Ctx } from '../../../context.ts';
import { newIntentKey } from '../../../integrations/ads/intent-name.ts';
import { rejected } from '../../../kit/error.ts';
import { pictureOf } from '../../platform/files/interface.ts';
import { adPlatformOf } from './connectable-of.ts';
import { requireOwnConnection } from './connection-store.ts';
import { spendLookUp } from './spend-look-up.ts';
import { useConnection } from './use-connection.ts';

export const LOGO_BYTES = 5 * 1024 ** 2;
const LEAST_PIXELS = 128;

/**
 * Uploads a logo to the connection's ad account, for campaigns that show one. The service keeps no copy. Throws
 * not_found, operation_rejected, provider_error, unavailable.
 * @returns the platform's ID for the logo, which a campaign takes as `settings.logo`.
 */
export async function createLogo(ctx: Ctx, id: string, bytes: Uint8Array): Promise<{ logo: string }> {
  const row = await requireOwnConnection(ctx, id);
  const platform = await adPlatformOf(ctx, row)?.();
  if (!platform?.capabilities.logos)
    throw rejected('logo_not_taken', 'Campaigns of this connection have no logo.');
  checkLogo(bytes);
  if (row.status !== 'active')
    throw rejected('selection_missing', 'Select the ad account in the connection first.');
  return await useConnection(ctx, row, async (_, session) => {
    await spendLookUp(ctx, row.holder);
    const made = await platform.create(session, {
      kind: 'image',
      intent: { key: newIntentKey() },
      name: 'Logo',
      bytes,
    });
    return { logo: made.id };
  });
}

function checkLogo(bytes: Uint8Array): void {
  const picture = pictureOf(bytes);
  if (!picture || (picture.type !== 'image/png' && picture.type !== 'image/jpeg'))
    throw rejected('logo_unusable', 'A logo must be a PNG or JPEG file.');
  const { width, height } = picture;
  if (width !== height || width < LEAST_PIXELS)
    throw rejected(
      'logo_unusable',
      `A logo must be square, at least ${LEAST_PIXELS} × ${LEAST_PIXELS} pixels. This one is ${width} × ${height}.`,
      { width, height },
    );
}
