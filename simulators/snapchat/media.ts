// Videos and pictures, whose bytes come in one request or in parts, and the creatives made of them.
import { newId } from './delivery.ts';
import { mediaStatus, submit, view } from './status.ts';
import { check, type Fields, invalid, Refused, type Spec, shown, success } from './wire.ts';
import type { Node, World } from './world.ts';

/** How long a video is processed unless a test says otherwise. */
const PROCESSING = 30_000;
const MB = 1_000_000;
const AT_ONCE = 32 * MB;
const PICTURE = 5 * MB;
const MOST_PARTS = 32;
const words = (text: string) => text.split(/\s+/).filter(Boolean);

const MEDIA: Spec = { name: 'string!', ad_account_id: 'uuid', type: ['VIDEO', 'IMAGE'] };

export function putMedia(world: World, account: Node, item: Fields): Fields {
  const fields = check(item, MEDIA);
  if (fields.type === undefined) throw new Refused('type is required');
  if ((fields.ad_account_id ?? account.id) !== account.id)
    throw new Refused('ad_account_id is not that of the address');
  const node = { ...fields, id: newId(), ad_account_id: account.id, _account: account.id };
  return view(world, 'media', world.add('media', account.id, node));
}

function writable(world: World, media: Node): void {
  if (mediaStatus(world, media) !== 'PENDING_UPLOAD') throw invalid('The media has been uploaded already.');
}

/** POST …/upload: the whole file in the field `file`. */
export function uploadMedia(world: World, media: Node, form: FormData | null): Fields {
  writable(world, media);
  const file = form?.get('file');
  if (!(file instanceof File)) throw invalid('The field file is missing.');
  if (file.size > AT_ONCE) throw invalid('The file is too large for one request.');
  return success({ result: shown(view(world, 'media', uploaded(world, media, file.size, file.name))) });
}

function uploaded(world: World, media: Node, size: number, file_name: string): Node {
  if (size === 0) throw invalid('The file is empty.');
  if (media.type === 'IMAGE' && size > PICTURE) throw invalid('The picture is too large.');
  const failing = world.setting('mediaFail', 0);
  if (failing > 0) world.set('mediaFail', failing - 1);
  const takes = media.type === 'VIDEO' ? world.setting('processing', PROCESSING) : 0;
  const told = { file_name, file_size_in_bytes: size, media_usages: ['TOP_SNAP'], visibility: 'VISIBLE' };
  const notes = { _uploaded: true, _ready: world.now() + takes, _failed: failing > 0, _upload: null };
  return world.save({ ...media, ...told, ...notes });
}

/** POST …/multipart-upload-v2?action=INIT. The addresses of what follows are paths of the API. */
export function beginParts(world: World, media: Node, form: FormData | null): Fields {
  writable(world, media);
  const size = Number(form?.get('file_size'));
  const parts = Number(form?.get('number_of_parts'));
  const name = String(form?.get('file_name') ?? '');
  if (!Number.isInteger(size) || size < 1 || !Number.isInteger(parts) || name === '')
    throw invalid('file_name, file_size and number_of_parts are needed.');
  if (parts < 1 || parts > MOST_PARTS) throw invalid(`number_of_parts must be from 1 to ${MOST_PARTS}.`);
  const upload_id = crypto.randomUUID();
  world.save({ ...media, _upload: { id: upload_id, size, parts, name, sizes: {} } });
  const path = `/us/v1/media/${media.id}/multipart-upload-v2`;
  return success({
    upload_id,
    add_path: `${path}?action=ADD`,
    finalize_path: `${path}?action=FINALIZE`,
  });
}

export function addPart(world: World, media: Node, form: FormData | null): Fields {
  const upload = uploadOf(media, form);
  const part = Number(form?.get('part_number'));
  const file = form?.get('file');
  if (!(file instanceof File) || file.size === 0 || file.size > AT_ONCE)
    throw invalid('The field file is missing, empty or too large.');
  if (!Number.isInteger(part) || part < 1 || part > upload.parts) throw invalid('There is no such part.');
  world.save({ ...media, _upload: { ...upload, sizes: { ...upload.sizes, [part]: file.size } } });
  return success({});
}

export function endParts(world: World, media: Node, form: FormData | null): Fields {
  const { size, parts, sizes, name } = uploadOf(media, form);
  const there = Object.values(sizes as Record<string, number>);
  if (there.length !== parts || there.reduce((sum, one) => sum + one, 0) !== size)
    throw invalid('Not all parts have been uploaded.');
  return success({ result: shown(view(world, 'media', uploaded(world, media, size, name))) });
}

function uploadOf(media: Node, form: FormData | null): Fields {
  if (!media._upload || form?.get('upload_id') !== media._upload.id)
    throw invalid('There is no such upload.');
  return media._upload;
}

const CALLS: Readonly<Record<string, string[]>> = {
  WEB_VIEW: words(`APPLY_NOW MORE ORDER_NOW PLAY READ SHOP_NOW SHOW SIGN_UP VIEW WATCH DONATE DOWNLOAD RESPOND
    BUY_TICKETS SHOWTIMES BOOK_NOW GET_NOW LISTEN TRY VOTE VIEW_MENU PRE_REGISTER PLAY_GAME`),
  APP_INSTALL: words(`BOOK_NOW DONATE DOWNLOAD GET_NOW INSTALL_NOW ORDER_NOW PLAY SHOP_NOW SIGN_UP TRY USE_APP
    WATCH VOTE DIRECTIONS PLAY_GAME`),
  DEEP_LINK: words('DONATE PLAY SHOP_NOW SIGN_UP USE_APP MORE OPEN_APP TRY WATCH DOWNLOAD PRE_REGISTER'),
};
const CREATIVE: Spec = {
  name: 'string!',
  ad_account_id: 'uuid!',
  type: ['SNAP_AD', 'WEB_VIEW', 'APP_INSTALL', 'DEEP_LINK', 'LEAD_GENERATION'],
  headline: 'string!',
  brand_name: 'string',
  top_snap_media_id: 'uuid!',
  top_snap_crop_position: ['OPTIMIZED', 'MIDDLE', 'TOP', 'BOTTOM'],
  call_to_action: 'string',
  shareable: 'bool',
  profile_properties: 'object!',
  web_view_properties: 'object',
  app_install_properties: 'object',
  deep_link_properties: 'object',
};
const LONGEST = { headline: 34, brand_name: 32, url: 2048 };

export function putCreative(world: World, account: Node, item: Fields): Fields {
  const fields = check(item, CREATIVE);
  const { type } = fields;
  if (type === undefined) throw new Refused('type is required');
  if ((fields.ad_account_id ?? account.id) !== account.id)
    throw new Refused('ad_account_id is not that of the address');
  for (const name of ['headline', 'brand_name'] as const)
    if (fields[name]?.length > LONGEST[name]) throw new Refused(`${name} is longer than ${LONGEST[name]}`);
  const media = world.find(fields.top_snap_media_id);
  if (media?.kind !== 'media' || media.parent !== account.id)
    throw new Refused('top_snap_media_id is no media of the ad account');
  if (mediaStatus(world, media.node) !== 'READY') throw new Refused('top_snap_media_id is not READY');
  const profile = world.find(fields.profile_properties.profile_id);
  if (profile?.kind !== 'profile' || profile.parent !== account.organization_id)
    throw new Refused('profile_properties.profile_id is no profile of the organization');
  if (fields.call_to_action !== undefined && !CALLS[type]?.includes(fields.call_to_action))
    throw new Refused(`call_to_action ${fields.call_to_action} does not go with type ${type}`);
  if (type === 'WEB_VIEW') {
    const url = fields.web_view_properties?.url;
    if (typeof url !== 'string' || !url.startsWith('https://') || url.length > LONGEST.url)
      throw new Refused('web_view_properties.url must be an https address');
  }
  const usual = { shareable: true, top_snap_crop_position: 'OPTIMIZED', packaging_status: 'SUCCESS' };
  const node = { ...usual, ...fields, id: newId(), ad_account_id: account.id, _account: account.id };
  return view(world, 'creative', world.add('creative', account.id, submit(world, node)));
}
