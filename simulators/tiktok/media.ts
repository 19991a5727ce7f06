// Videos and images of an advertiser's library, and creators' posts.
import { isAuthorised } from './status.ts';
import { check, type Params, page, refused, stamp } from './wire.ts';
import { DAY, type Node, SECOND, type World } from './world.ts';

/** How long a video is processed unless a test says otherwise. */
const PROCESSING = 30 * SECOND;
const NAME = 100;

const md5 = async (bytes: ArrayBuffer) =>
  [...new Uint8Array(await crypto.subtle.digest('MD5', bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

interface Upload {
  name: string;
  signature: string;
  size: number;
  url: string | null;
}

/** What was sent, as a file with its MD5 or as an address. */
async function uploaded(params: Params, kind: 'image' | 'video', types: string[]): Promise<Upload> {
  const asked = check(
    params,
    { upload_type: types, file_name: 'string', [`${kind}_url`]: 'string', [`${kind}_signature`]: 'string' },
    true,
  );
  const { upload_type: how = 'UPLOAD_BY_FILE', file_name: given } = asked;
  if (given !== undefined && [...given].length > NAME)
    throw refused('file_name', `At most ${NAME} characters.`);
  if (how === 'UPLOAD_BY_URL') {
    const url: string = asked[`${kind}_url`] ?? '';
    if (!/^https?:\/\/\S+$/.test(url)) throw refused(`${kind}_url`, 'Not a valid URL.');
    return { name: given ?? url.split('/').at(-1)!.slice(0, NAME), signature: '', size: 1000, url };
  }
  const file: unknown = params[`${kind}_file`];
  if (!(file instanceof File)) throw refused(`${kind}_file`, 'Missing data for required field.');
  const signature = await md5(await file.arrayBuffer());
  if (asked[`${kind}_signature`] !== signature)
    throw refused(`${kind}_signature`, 'It is not the MD5 of the file.');
  return { name: given ?? file.name.slice(0, NAME), signature, size: file.size, url: null };
}

/** Names are the advertiser's only once. */
function freeName(world: World, kind: 'image' | 'video', advertiser: Node, name: string): void {
  if (world.all(kind, advertiser.id).some((one) => one.file_name === name))
    throw refused('file_name', 'There is a file with the same name.');
}

export async function makeImage(world: World, advertiser: Node, params: Params): Promise<Params> {
  const sent = await uploaded(params, 'image', ['UPLOAD_BY_FILE', 'UPLOAD_BY_URL']);
  freeName(world, 'image', advertiser, sent.name);
  const id = `ad-site-i18n-sg/${world.newId()}`;
  const image = { id, image_id: id, file_name: sent.name, signature: sent.signature, size: sent.size };
  return viewImage(world.add('image', advertiser.id, { ...image, material_id: world.newId() }));
}

const viewImage = (image: Node): Params => ({
  image_id: image.id,
  material_id: image.material_id,
  file_name: image.file_name,
  signature: image.signature,
  size: image.size,
  width: 720,
  height: 1280,
  format: 'jpeg',
  displayable: true,
  image_url: `https://p16.example/${image.id}.jpeg`,
  create_time: new Date(image._created).toISOString(),
});

export function listImages(world: World, advertiser: Node, params: Params): Params {
  return page(params, world.all('image', advertiser.id).map(viewImage), { usual: 20 });
}

export async function makeVideo(world: World, advertiser: Node, params: Params): Promise<Params[]> {
  const sent = await uploaded(params, 'video', ['UPLOAD_BY_FILE', 'UPLOAD_BY_URL']);
  freeName(world, 'video', advertiser, sent.name);
  const failing = world.setting('videosFail', 0);
  if (failing > 0) world.set('videosFail', failing - 1);
  const id = `v10033g50000${world.newId()}`;
  const video = { id, video_id: id, file_name: sent.name, signature: sent.signature, size: sent.size };
  const ready = world.now() + world.setting('processing', PROCESSING);
  const rest = { material_id: world.newId(), _url: sent.url, _ready: ready, _failed: failing > 0 };
  return [viewVideo(world, world.add('video', advertiser.id, { ...video, ...rest }))];
}

const viewVideo = (world: World, video: Node): Params => ({
  video_id: video.id,
  material_id: video.material_id,
  file_name: video.file_name,
  signature: video.signature,
  size: video.size,
  width: 720,
  height: 1280,
  duration: 15.2,
  format: 'mp4',
  bit_rate: 1_500_000,
  displayable: video._ready <= world.now(),
  video_cover_url: `https://p16.example/${video.id}.jpeg?x-expires=1`,
  create_time: new Date(video._created).toISOString(),
});

/** Videos by ID: one that can't be used in ads is left out. */
export function viewVideos(world: World, advertiser: Node, params: Params): Params {
  const { video_ids: ids } = check(params, { video_ids: 'strings!' }, true);
  if (ids.length > 60) throw refused('video_ids', 'At most 60.');
  const videos = world.all('video', advertiser.id).filter((one) => ids.includes(one.id));
  const usable = videos.filter((one) => !one._failed || one._ready > world.now());
  return { list: usable.map((one) => viewVideo(world, one)) };
}

export function listVideos(world: World, advertiser: Node, params: Params): Params {
  const { filtering = {} } = check(params, { filtering: 'object' }, true);
  const { video_name: name } = check(filtering, { video_name: 'string' });
  const videos = world
    .all('video', advertiser.id)
    .filter((one) => name === undefined || one.file_name.toLowerCase().includes(name.toLowerCase()));
  return page(
    params,
    videos.map((one) => viewVideo(world, one)),
    { usual: 20 },
  );
}

/** A creator's post with a code that authorizes it, as creators make it in their app; or a further code for a post. */
export function makePost(world: World, params: Params): Node {
  const asked = check(params, {
    auth_code: 'string!',
    handle: 'string',
    days: 'int',
    item_type: ['VIDEO', 'CAROUSEL'],
    item_id: 'string',
  });
  const { auth_code: code, handle = 'creator', days = 30, item_type = 'VIDEO' } = asked;
  const at = { _starts: world.now(), _ends: world.now() + days * DAY };
  const known = world.all('post').find((one) => one.item_id === asked.item_id);
  const ids = {
    item_id: asked.item_id ?? `74${world.newId()}`,
    identity_id: known?.identity_id ?? crypto.randomUUID(),
  };
  return world.add('post', '', {
    id: code,
    ...ids,
    item_type: known?.item_type ?? item_type,
    _handle: known?._handle ?? handle,
    _advertisers: [],
    ...at,
  });
}

export function authorisePost(world: World, advertiser: Node, params: Params): Params {
  const { auth_code: code } = check(params, { auth_code: 'string!' });
  const post = world.get('post', code);
  if (!isAuthorised(world, post)) throw refused('auth_code', 'The code has expired.');
  if (post._advertisers.includes(advertiser.id))
    throw refused('auth_code', 'The code has already been used.');
  world.save({ ...post, _advertisers: [...post._advertisers, advertiser.id] });
  return {};
}

export function viewPost(world: World, advertiser: Node, params: Params): Params {
  const { auth_code: code } = check(params, { auth_code: 'string!' }, true);
  const post = world.get('post', code);
  if (!post._advertisers.includes(advertiser.id))
    throw refused('auth_code', 'The code has not been used yet.');
  return postOf(world, post);
}

export const listPosts = (world: World, advertiser: Node, params: Params): Params =>
  page(
    params,
    world
      .all('post')
      .filter((post) => post._advertisers.includes(advertiser.id))
      .map((post) => postOf(world, post)),
    { usual: 20, most: 50 },
  );

export function unbindPost(world: World, advertiser: Node, params: Params): Params {
  const { item_id: item } = check(params, { item_id: 'string!' });
  const codes = world
    .all('post')
    .filter((one) => one.item_id === item && one._advertisers.includes(advertiser.id));
  if (codes.length === 0) throw refused('item_id', 'It does not exist.');
  for (const post of codes)
    world.save({ ...post, _advertisers: post._advertisers.filter((id: string) => id !== advertiser.id) });
  return {};
}

function postOf(world: World, post: Node): Params {
  const video = post.item_type === 'VIDEO';
  return {
    auth_info: {
      ad_auth_status: isAuthorised(world, post) ? 'ACCEPTED' : 'REJECTED',
      auth_start_time: stamp(post._starts),
      auth_end_time: stamp(Math.floor(post._ends / SECOND) * SECOND),
    },
    item_info: {
      item_id: post.item_id,
      item_type: post.item_type,
      auth_code: post.id,
      text: `A post of ${post._handle}`,
      status: 'STATUS_PUBLIC',
      carousel_info: null,
    },
    user_info: { tiktok_name: post._handle, identity_id: post.identity_id, identity_type: 'AUTH_CODE' },
    video_info: video
      ? {
          duration: 15.2,
          width: 720,
          height: 1280,
          format: 'mp4',
          poster_url: `https://p16.example/${post.item_id}.jpeg`,
        }
      : null,
  };
}
