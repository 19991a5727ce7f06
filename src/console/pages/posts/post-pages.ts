import { postPage } from './post.tsx';
import { postsPage } from './posts.tsx';

export const postPages = [postsPage, postPage];
