// Lists what a person can select: business centers, advertisers, and the identities that an advertiser's ads can use.
import * as z from 'zod';
import { fromDollars } from '../ads/dollars.ts';
import { AdError } from '../ads/error.ts';
import { type AdSession, type Selection, type SetupOptions, setupOption } from '../ads/platform.ts';
import { advertiserOf, allOf, get, Id, WordId } from './client.ts';
import { TIKTOK } from './outcome.ts';

const name = z.string().max(500);
const Mine = z.object({ list: z.array(z.object({ advertiser_id: Id })) });
const Advertiser = z.object({
  advertiser_id: Id,
  name,
  currency: z.string().regex(/^[A-Z]{3}$/),
  display_timezone: z.string().max(100),
  status: z.string().max(64),
  owner_bc_id: z.string().optional(),
});
const Center = z.object({ bc_info: z.object({ bc_id: Id, name }) });
const Identity = z.object({
  identity_id: WordId,
  identity_type: z.string().max(32),
  display_name: name.optional(),
  identity_authorized_bc_id: Id.optional(),
  available_status: z.string().max(64).optional(),
});

export type Identity = z.output<typeof Identity>;

/** How many advertisers one request asks about, and the most that are read. */
const AT_ONCE = 100;
export const MOST_ADVERTISERS = 5000;
const FIELDS = Object.keys(Advertiser.shape);

export async function setup(session: AdSession, chosen: Selection): Promise<SetupOptions> {
  const [advertisers, centers] = await Promise.all([listAdvertisers(session), listCenters(session)]);
  // If the selected ID is not one of the person's own, nothing depends on it, and the platform is not asked about it.
  const advertiser = advertisers.find((one) => one.advertiser_id === chosen.advertiserId);
  const center = centers.find(({ bc_info: { bc_id } }) => bc_id === chosen.businessCenterId);
  const identities = advertiser
    ? await listIdentities(session, advertiser.advertiser_id, center?.bc_info.bc_id)
    : [];
  return {
    businessCenterId: centers.map(({ bc_info: one }) => setupOption(one.bc_id, one.name)),
    advertiserId: advertisers.map((one) =>
      setupOption(one.advertiser_id, one.name, {
        parentId: one.owner_bc_id || null,
        currency: one.currency.toLowerCase(),
        timezone: one.display_timezone,
        status: isOpen(one.status) ? 'active' : 'disabled',
      }),
    ),
    identityId: identities.map((one) =>
      setupOption(one.identity_id, one.display_name ?? one.identity_id, {
        parentId: one.identity_authorized_bc_id ?? null,
        status: (one.available_status ?? 'AVAILABLE') === 'AVAILABLE' ? 'active' : 'disabled',
      }),
    ),
  };
}

export const isOpen = (status: string) => status === 'STATUS_ENABLE';

async function listAdvertisers(session: AdSession): Promise<z.output<typeof Advertiser>[]> {
  const { id: app_id, secret } = session.site.app;
  const { list } = await get(session, 'oauth2/advertiser/get', { app_id, secret }, Mine);
  if (list.length > MOST_ADVERTISERS) throw TIKTOK.error('too_long', { most: MOST_ADVERTISERS });
  const ids = list.map((one) => one.advertiser_id);
  const shape = z.object({ list: z.array(Advertiser) });
  const found: z.output<typeof Advertiser>[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const asked = { advertiser_ids: ids.slice(at, at + AT_ONCE), fields: FIELDS };
    found.push(...(await get(session, 'advertiser/info', asked, shape)).list);
  }
  return found;
}

/** Empty for a person who may not list business centers, which are optional. */
async function listCenters(session: AdSession): Promise<z.output<typeof Center>[]> {
  try {
    return await allOf(session, 'bc/get', { page_size: 50 }, Center);
  } catch (error) {
    if (error instanceof AdError && error.kind === 'permission') return [];
    throw error;
  }
}

/** The identities that an advertiser's ads can use. Creators are left out, because their codes are for single posts. */
async function listIdentities(
  session: AdSession,
  advertiser: string,
  center: string | undefined,
): Promise<Identity[]> {
  const edge = 'identity/get';
  const of = { advertiser_id: advertiser };
  const linked = { ...of, identity_type: 'BC_AUTH_TT', identity_authorized_bc_id: center };
  const found = await Promise.all([
    allOf(session, edge, of, Identity, { list: 'identity_list' }),
    center === undefined ? [] : allOf(session, edge, linked, Identity, { list: 'identity_list' }),
  ]);
  return found.flat().filter((one) => one.identity_type !== 'AUTH_CODE');
}

/** The selected identity. Throws an AdError when it no longer exists. */
export async function pickedIdentity(session: AdSession): Promise<Identity> {
  const { identityId, businessCenterId } = session.selection;
  const { advertiser_id: advertiser } = advertiserOf(session);
  const found = (await listIdentities(session, advertiser, businessCenterId)).find(
    (one) => one.identity_id === identityId,
  );
  if (!found) throw TIKTOK.error('invalid', { field: 'identityId' });
  return found;
}

/** The minimum daily budget of an ad group or campaign, in dollars or the equivalent. */
const LEAST = 20;
export const LEAST_USD = LEAST * 100;

/** TikTok has no request for the minimum, and only names it when it refuses a budget. */
export const budgetFloor = async ({ currency }: AdSession): Promise<number | null> =>
  fromDollars(LEAST, currency);
