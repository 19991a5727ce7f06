// What every world begins with: a creator, a business, and a personal account, which the API shows nothing of.
import type { Fixture } from '../nodes.ts';
import type { NodeKind } from './world.ts';

const user = (id: string, username: string, name: string, type: string): Fixture<NodeKind> => ({
  kind: 'user',
  parent: '',
  node: {
    id,
    user_id: id,
    username,
    name,
    account_type: type,
    profile_picture_url: `https://scontent.cdninstagram.example/${username}.jpg`,
    followers_count: 12_400,
    follows_count: 310,
  },
});

// A list shows the newest first, so the usual person stands last.
export const FIXTURES: readonly Fixture<NodeKind>[] = [
  user('17841400000000003', 'pia.private', 'Pia Private', 'PERSONAL'),
  user('17841400000000002', 'grace.sim', 'Grace Sim', 'BUSINESS'),
  user('17841400000000001', 'ada.sim', 'Ada Sim', 'MEDIA_CREATOR'),
];
