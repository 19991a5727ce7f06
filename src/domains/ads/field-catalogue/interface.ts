// What the domains above ask of the catalogue.
export { type CatalogueField, fieldsOfStep } from './catalogue-fields.ts';
