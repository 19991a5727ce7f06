// What shops may ask of the catalogues below them.
import type { CatalogueRow } from './store.ts';

export { beginCatalogue } from './begin-catalogue.ts';
export { eraseCatalogue } from './erase-catalogue.ts';
export { keepProductNews } from './keep-product-news.ts';
export { findCatalogueOf, findConnectionOf, listCataloguesOf, saveAsked } from './store.ts';

/** When a person asked for a whole list, and how that ended. */
export type Asked = Pick<CatalogueRow, 'askedAt' | 'endedAt' | 'error'>;

/** Whether a whole list that a person asked for is still to come. */
export const isListing = (asked: Asked | null): boolean =>
  asked !== null && asked.askedAt !== null && asked.endedAt === null;
