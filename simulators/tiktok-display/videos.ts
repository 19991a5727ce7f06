// A creator's public videos.
import { countsAt } from '../audience.ts';
import { invalid, type Params, picked } from './wire.ts';
import { type Node, SECOND, type World } from './world.ts';

const FIELDS =
  'id create_time cover_image_url share_url video_description duration height width title embed_html embed_link like_count comment_count share_count view_count'.split(
    ' ',
  );
const MOST = 20;

const isPublic = (video: Node): boolean => !video._deleted && !video._private;

function view(world: World, url: URL, owner: Node, video: Node): Params {
  const counts = countsAt(video, video._published, world.now());
  const link = `https://www.tiktok.com/@${owner.username}/video/${video.id}`;
  const shown = {
    ...video,
    create_time: Math.floor(video._published / SECOND),
    share_url: `${link}?utm_campaign=tt4d_open_api&utm_source=sim`,
    embed_link: `https://www.tiktok.com/player/v1/${video.id}`,
    embed_html: '',
    like_count: counts.likes,
    comment_count: counts.comments,
    share_count: counts.shares,
    // What Spark ads brought is in it.
    view_count: counts.all,
  };
  return picked(shown, url, FIELDS);
}

/** POST /v2/video/list/: the cursor is the time of the last video, in milliseconds. */
export function listVideos(world: World, url: URL, owner: Node, params: Params): Params {
  const { cursor, max_count: most = 10 } = params;
  if (!Number.isInteger(most) || most < 1 || most > MOST) throw invalid(`max_count must be 1 to ${MOST}.`);
  if (cursor !== undefined && !Number.isInteger(cursor)) throw invalid('cursor must be a number.');
  const rows = world
    .all('video', owner.id)
    .filter((one) => isPublic(one) && one._published < (cursor ?? world.now() + 1))
    .sort((a, b) => b._published - a._published);
  const page = rows.slice(0, most);
  return {
    videos: page.map((one) => view(world, url, owner, one)),
    cursor: page.at(-1)?._published ?? cursor ?? world.now(),
    has_more: rows.length > most,
  };
}

/** POST /v2/video/query/: what is not there is left out, and nothing says why. */
export function queryVideos(world: World, url: URL, owner: Node, params: Params): Params {
  const ids = params.filters?.video_ids;
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > MOST)
    throw invalid(`video_ids must be 1 to ${MOST} IDs.`);
  const found = ids.flatMap((id) => {
    const video = world.find(id);
    return video?.kind === 'video' && video.parent === owner.id && isPublic(video.node) ? [video.node] : [];
  });
  return { videos: found.map((one) => view(world, url, owner, one)) };
}

/** Somebody publishes a video. @param post `user`, `caption`, `at`, `reach` and any field of the video. */
export function publish(world: World, post: Params): Node {
  const { user, caption = '', at = world.now(), reach = 10_000, ...more } = post;
  const owner = world.get('user', user);
  const id = world.newId();
  return world.add('video', owner.id, {
    id,
    title: caption,
    video_description: caption,
    duration: 21,
    width: 576,
    height: 1024,
    cover_image_url: `https://p16.tiktokcdn.example/${id}.jpeg?x-expires=1`,
    _published: at,
    _reach: reach,
    ...more,
  });
}
