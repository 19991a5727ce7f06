// The four Workers, in the order in which a release uploads them: the pages use ledgers that the API's Worker
// defines.
export const WORKERS = ['api', 'media', 'pages', 'pixel'] as const;

export type Worker = (typeof WORKERS)[number];

/** Their committed configurations. */
export const CONFIGS: Record<Worker, string> = {
  api: 'wrangler.toml',
  media: 'wrangler.media.toml',
  pages: 'wrangler.pages.toml',
  pixel: 'wrangler.pixel.toml',
};

/** Their names in production. */
export const NAMES: Record<Worker, string> = {
  api: 'creator-marketing-service',
  media: 'creator-marketing-media',
  pages: 'creator-marketing-pages',
  pixel: 'creator-marketing-pixel',
};
