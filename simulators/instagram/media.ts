// What an account has published, and how often each was viewed.
import { countsAt } from '../audience.ts';
import { GraphError, invalid, missingObject, type Params, page, project } from '../meta/wire.ts';
import type { Node, World } from './world.ts';

const USER_FIELDS =
  'user_id username name account_type profile_picture_url followers_count follows_count media_count'.split(
    ' ',
  );
const MEDIA_FIELDS =
  'caption media_type media_product_type media_url permalink thumbnail_url timestamp username like_count comments_count view_count shortcode is_comment_enabled is_shared_to_feed'.split(
    ' ',
  );
/** The metrics of a post, and those of reels alone. */
const METRICS = ['views', 'reach', 'likes', 'comments', 'shares', 'saved', 'total_interactions'];
const REEL_METRICS = ['ig_reels_avg_watch_time', 'ig_reels_video_view_total_time'];
/** Below this the platform tells nothing. */
const FEWEST = 5;

const stampOf = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}+0000`;

/** Throws for a personal account, which has no media here. */
export function professional(user: Node): Node {
  if (user.account_type !== 'PERSONAL') return user;
  throw new GraphError(403, {
    message: '(#10) Application does not have permission for this action',
    code: 10,
  });
}

export const viewUser = (world: World, user: Node, fields?: string): Params =>
  project({ ...user, media_count: listed(world, user).length }, fields, {
    name: 'IGUser',
    known: USER_FIELDS,
    usual: ['user_id', 'username'],
  });

/** Newest first, without what was deleted or archived. Stories are on an edge of their own. */
const listed = (world: World, user: Node): Node[] =>
  world
    .all('media', user.id)
    .filter((one) => !isGone(one) && one.media_product_type !== 'STORY' && one._published <= world.now())
    .sort((a, b) => b._published - a._published);

const isGone = (media: Node): boolean => media._deleted === true || media._archived === true;

export function listMedia(
  world: World,
  { user, url, token, params }: { user: Node; url: URL; token: string; params: Params },
): Params {
  const rows = listed(world, professional(user)).map((one) =>
    viewMedia(world, user, one, params.fields ?? 'id'),
  );
  return page(url, token, params, rows);
}

export function viewMedia(world: World, owner: Node, media: Node, fields?: string): Params {
  const counts = countsAt(media, media._published, world.now());
  const shown = {
    ...media,
    username: owner.username,
    timestamp: stampOf(media._published),
    like_count: counts.likes,
    comments_count: counts.comments,
    ...(media.media_type === 'VIDEO' ? { view_count: counts.all } : {}),
  };
  return project(shown, fields, { name: 'IGMedia', known: MEDIA_FIELDS, usual: [] });
}

/** A media that the token's account owns. */
export function ownMedia(world: World, user: Node, id: string): Node {
  const found = world.find(id);
  if (found?.kind !== 'media' || found.parent !== user.id || isGone(found.node)) throw missingObject(id);
  return found.node;
}

export function insights(world: World, media: Node, params: Params): Params {
  const asked = String(params.metric ?? '')
    .split(',')
    .filter(Boolean);
  const known = media.media_product_type === 'REELS' ? [...METRICS, ...REEL_METRICS] : METRICS;
  if (asked.length === 0 || asked.some((one) => !known.includes(one)))
    throw invalid(`metric[0] must be one of the following values: ${known.join(', ')}`);
  const counts = countsAt(media, media._published, world.now() - world.setting('delay', 0));
  if (counts.organic < world.setting('fewest', FEWEST))
    throw new GraphError(400, {
      message: '(#10) Not enough viewers for the media to show insights',
      code: 10,
    });
  const share = counts.all === 0 ? 0 : counts.organic / counts.all;
  const organic = (value: number) => Math.floor(value * share);
  const values: Record<string, number> = {
    views: counts.organic,
    reach: Math.ceil(counts.organic * 0.8),
    likes: organic(counts.likes),
    comments: organic(counts.comments),
    shares: organic(counts.shares),
    saved: organic(counts.saves),
    ig_reels_avg_watch_time: 4200,
    ig_reels_video_view_total_time: counts.organic * 4200,
  };
  values.total_interactions = values.likes! + values.comments! + values.shares! + values.saved!;
  return {
    data: asked.map((name) => ({
      name,
      period: 'lifetime',
      values: [{ value: values[name] }],
      title: name,
      description: `The number of ${name}.`,
      id: `${media.id}/insights/${name}/lifetime`,
    })),
  };
}

let made = 0;

/** Somebody publishes a post. @param post `user`, `caption`, `at`, `reach` and any field of the media. */
export function publish(world: World, post: Params): Node {
  const { user, caption = '', at = world.now(), reach = 10_000, ...more } = post;
  const owner = world.get('user', user);
  const id = world.newId();
  const code = `C${id.slice(-9)}${(made++ % 36).toString(36)}`;
  return world.add('media', owner.id, {
    id,
    caption,
    shortcode: code,
    media_type: 'VIDEO',
    media_product_type: 'REELS',
    media_url: `https://scontent.cdninstagram.example/${id}.mp4`,
    thumbnail_url: `https://scontent.cdninstagram.example/${id}.jpg`,
    permalink: `https://www.instagram.com/reel/${code}/`,
    _published: at,
    _reach: reach,
    ...more,
  });
}
