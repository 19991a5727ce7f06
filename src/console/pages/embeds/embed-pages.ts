import { embedsPage } from './embeds.tsx';
import { newEmbedPage } from './new-embed.tsx';

export const accountEmbedPages = [newEmbedPage, embedsPage];
