// Images, videos and the creatives made of them.
import { isAdvertisable, isGoodCode } from './partnership.ts';
import { check, invalid, type Params } from './wire.ts';
import { type Node, stamp, type World } from './world.ts';

/** How long a video is processed unless a test says otherwise. */
const PROCESSING = 30_000;
const CALLS =
  'BOOK_NOW CONTACT_US DOWNLOAD LEARN_MORE SHOP_NOW SIGN_UP SUBSCRIBE APPLY_NOW GET_QUOTE WATCH_MORE INSTALL_MOBILE_APP INSTALL_APP USE_APP BOOK_TRAVEL'.split(
    ' ',
  );
const STORIES = ['link_data', 'photo_data', 'video_data', 'text_data', 'template_data'];

export async function makeImage(world: World, account: Node, params: Params): Promise<Params> {
  const named = Object.entries(params).find(([, value]) => value instanceof File);
  const bytes = named ? new Uint8Array(await (named[1] as File).arrayBuffer()) : decoded(params.bytes);
  const name = named ? (named[1] as File).name : 'bytes';
  const hash = hex(await crypto.subtle.digest('MD5', bytes));
  const id = `${account.id}:${hash}`;
  const image =
    world.find(id)?.node ?? world.add('image', account.id, { id, hash, name: String(params.name ?? name) });
  const url = `https://scontent.example/${hash}.png`;
  return {
    images: { [name]: { hash: image.hash, url, url_128: url, width: 100, height: 100, name: image.name } },
  };
}

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

function decoded(value: unknown): Uint8Array {
  try {
    const bytes = Uint8Array.from(atob(String(value ?? '')), (one) => one.charCodeAt(0));
    if (bytes.length > 0) return bytes;
  } catch {
    // not base64
  }
  throw invalid('Invalid image: give bytes in base64, or a file.', 1487411, ['bytes']);
}

const viewImage = (image: Node): Params => ({
  ...image,
  url: `https://scontent.example/${image.hash}.png`,
  created_time: stamp(image._created),
});
export const listImages = (world: World, account: Node, params: Params): Params[] => {
  const { hashes } = check(params, { hashes: 'list' });
  return world
    .all('image', account.id)
    .filter((image) => !hashes || hashes.includes(image.hash))
    .map(viewImage);
};

/** By address, as a file at once, or in three phases. */
export function makeVideo(world: World, account: Node, params: Params): Params {
  const { upload_phase: phase } = check(params, { upload_phase: ['start', 'transfer', 'finish', 'cancel'] });
  if (phase !== undefined) return uploadPhase(world, account, params, phase);
  const { file_url: url } = check(params, { file_url: 'string' });
  if (url === undefined && !(params.source instanceof File))
    throw invalid('Give file_url or source.', 1363030, ['file_url']);
  if (url !== undefined && !/^https?:\/\//.test(url))
    throw invalid('file_url is no address.', 1363030, ['file_url']);
  return { id: addVideo(world, account, params, url ?? null).id };
}

function addVideo(world: World, account: Node, params: Params, url: string | null): Node {
  const { title, name, description } = check(params, {
    title: 'string',
    name: 'string',
    description: 'string',
  });
  const failing = world.setting('videosFail', 0);
  if (failing > 0) world.set('videosFail', failing - 1);
  return world.add('video', account.id, {
    id: world.newId(),
    title: title ?? name,
    description,
    length: 15,
    _url: url,
    _ready: world.now() + world.setting('processing', PROCESSING),
    _failed: failing > 0,
  });
}

function uploadPhase(world: World, account: Node, params: Params, phase: string): Params {
  if (phase === 'start') {
    const { file_size: size } = check(params, { file_size: 'int!' });
    const session = world.add('session', account.id, {
      id: world.newId(),
      _size: size,
      _at: 0,
      _video: world.newId(),
    });
    return {
      upload_session_id: session.id,
      video_id: session._video,
      start_offset: '0',
      end_offset: String(Math.min(size, 1024 * 1024)),
    };
  }
  const { upload_session_id: id } = check(params, { upload_session_id: 'string!' });
  const session = world.get('session', id, account.id);
  if (phase === 'transfer') {
    const { start_offset: from } = check(params, { start_offset: 'int!' });
    const chunk = params.video_file_chunk;
    if (!(chunk instanceof File) || from !== session._at)
      throw invalid('The chunk does not begin where the last one ended.', 1363037, ['start_offset']);
    const at = Math.min(session._size, from + chunk.size);
    world.save({ ...session, _at: at });
    return { start_offset: String(at), end_offset: String(Math.min(session._size, at + 1024 * 1024)) };
  }
  if (phase === 'finish') {
    if (session._at < session._size) throw invalid('The file is not whole.', 1363031);
    world.add('video', account.id, {
      id: session._video,
      title: params.title,
      length: 15,
      _ready: world.now() + world.setting('processing', PROCESSING),
    });
  }
  return { success: true };
}

export function viewVideo(world: World, video: Node): Params {
  const processing = video._ready > world.now();
  const state = processing ? 'processing' : video._failed ? 'error' : 'ready';
  const phase = { processing: 'in_progress', ready: 'complete', error: 'error' }[state];
  return {
    ...video,
    picture: `https://scontent.example/${video.id}.jpg`,
    created_time: stamp(video._created),
    status: {
      video_status: state,
      processing_progress: processing ? 50 : 100,
      uploading_phase: { status: 'complete' },
      processing_phase: {
        status: phase,
        ...(state === 'error' ? { errors: [{ code: 1363019, message: 'Unsupported video' }] } : {}),
      },
      publishing_phase: { status: processing ? 'not_started' : 'complete' },
    },
  };
}

export const listThumbnails = (video: Node): Params[] => [
  {
    id: `${video.id}1`,
    uri: `https://scontent.example/${video.id}.jpg`,
    is_preferred: true,
    height: 1920,
    width: 1080,
  },
];

export function makeCreative(world: World, account: Node, params: Params): Params {
  const node = check(params, {
    name: 'string',
    object_story_spec: 'object',
    object_story_id: 'string',
    object_id: 'string',
    source_instagram_media_id: 'string',
    url_tags: 'string',
    thumbnail_url: 'string',
    asset_feed_spec: 'object',
    degrees_of_freedom_spec: 'object',
    call_to_action: 'object',
    branded_content: 'object',
    instagram_branded_content: 'object',
    facebook_branded_content: 'object',
  });
  const { object_story_spec: story, branded_content: branded } = node;
  const partner = branded?.instagram_boost_post_access_token ?? branded?.facebook_boost_post_access_token;
  if (!story && !node.object_story_id && !node.source_instagram_media_id && !partner)
    throw invalid('A creative needs object_story_spec, object_story_id or a post of a partner.', 1487390, [
      'object_story_spec',
    ]);
  if (partner !== undefined) {
    world.get('page', node.object_id ?? '');
    if (!isGoodCode(world, partner))
      throw invalid('The ad code is not valid, or its permission ended.', 2446461, ['branded_content']);
  }
  const media = node.source_instagram_media_id ?? (partner === undefined ? node.object_story_id : undefined);
  if (media !== undefined && !isAdvertisable(world, media, node))
    throw invalid('The creator does not permit a partnership ad with this post.', 2446461, [
      'source_instagram_media_id',
    ]);
  if (node.source_instagram_media_id !== undefined) world.get('page', node.object_id ?? '');
  if (!story) checkPost(world, node);
  if (story) checkStory(world, account, story);
  return {
    id: world.add('creative', account.id, {
      status: 'ACTIVE',
      ...node,
      id: world.newId(),
      _account: account.id,
    }).id,
  };
}

/** A post that is there already, with who sponsors it and where its button leads. */
function checkPost(world: World, node: Params): void {
  const {
    call_to_action: call,
    instagram_branded_content: instagram,
    facebook_branded_content: facebook,
  } = node;
  if (facebook !== undefined) world.get('page', facebook.sponsor_page_id ?? '');
  if (instagram !== undefined) world.get('instagram', instagram.sponsor_id ?? '');
  if (call === undefined) return;
  if (!CALLS.includes(call.type))
    throw invalid('The call to action is not valid.', 1885396, ['call_to_action']);
  if (!/^https?:\/\//.test(String(call.value?.link)))
    throw invalid('The call to action needs a link.', 1815175, ['call_to_action']);
}

/** Where a click on an ad with this creative leads; null where it bears no link. */
export function landingOf(creative: Node): string | null {
  const { object_story_spec: story = {}, call_to_action: call, url_tags: tags } = creative;
  const link = story.link_data?.link ?? (story.video_data?.call_to_action ?? call)?.value?.link;
  if (link === undefined) return null;
  const url = new URL(link);
  if (tags) url.search = url.search === '' ? tags : `${url.search}&${tags}`;
  return url.href;
}

function checkStory(world: World, account: Node, story: Params): void {
  const blame = ['object_story_spec'];
  if (story.instagram_actor_id !== undefined)
    throw invalid('instagram_actor_id is gone: use instagram_user_id.', 1885183, blame);
  if (story.page_id === undefined) throw invalid('object_story_spec needs a page_id.', 1885183, blame);
  world.get('page', story.page_id);
  if (story.instagram_user_id !== undefined) world.get('instagram', story.instagram_user_id);
  const kinds = STORIES.filter((name) => story[name] !== undefined);
  if (kinds.length !== 1) throw invalid(`Exactly one of ${STORIES.join(', ')} is needed.`, 1443048, blame);
  const data = story[kinds[0]!];
  const call = data.call_to_action;
  if (call !== undefined && !CALLS.includes(call.type))
    throw invalid('The call to action is not valid.', 1885396, blame);
  if (data.image_hash !== undefined && !world.find(`${account.id}:${data.image_hash}`))
    throw invalid('There is no such image in the ad account.', 1487411, blame);
  if (kinds[0] === 'video_data') {
    world.get('video', data.video_id, account.id);
    if (data.image_hash === undefined && data.image_url === undefined)
      throw invalid('A video needs an image: image_hash or image_url.', 1443226, blame);
    if (!call?.value?.link && !call?.value?.lead_gen_form_id)
      throw invalid('The call to action needs a link.', 1815175, blame);
  }
  if (kinds[0] === 'link_data' && !/^https?:\/\//.test(String(data.link)))
    throw invalid('link_data needs a link.', 1815175, blame);
}
