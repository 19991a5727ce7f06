// What shops may ask of the catalogues below them.
export { beginCatalogue } from './begin-catalogue.ts';
export { keepProductNews } from './keep-product-news.ts';
export { findCatalogueOf, saveAsked } from './store.ts';
