// What every world begins with: two creators.
import type { Fixture } from '../nodes.ts';
import type { NodeKind } from './world.ts';

const user = (id: string, username: string, name: string): Fixture<NodeKind> => ({
  kind: 'user',
  parent: '',
  node: {
    id,
    open_id: id,
    union_id: `union-${id}`,
    username,
    display_name: name,
    avatar_url: `https://p16.tiktokcdn.example/${username}.jpeg`,
    profile_deep_link: `https://vm.tiktok.com/${username}/`,
    bio_description: '',
    is_verified: false,
    follower_count: 52_000,
    following_count: 120,
    likes_count: 810_000,
  },
});

// A list shows the newest first, so the usual person stands last.
export const FIXTURES: readonly Fixture<NodeKind>[] = [
  user('-000grace00000000000000000000000000', 'grace.sim', 'Grace Sim'),
  user('-000ada0000000000000000000000000000', 'ada.sim', 'Ada Sim'),
];
