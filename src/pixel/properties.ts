import type { EventProperties } from './event-body.ts';
import { type Fields, type Issues, isObject, strictCents, strictText } from './fields.ts';

const MAX_CONTENTS = 200;
/**
 * The most characters of the custom object's JSON. Limits the size of an event, whatever numbers it contains.
 */
const MAX_CUSTOM = 8_192;
/** Escapes in the output of JSON.stringify: NUL, or an unpaired surrogate. */
const UNFIT_ESCAPE = /(?:^|[^\\])(?:\\\\)*\\u(?:0000|d[89a-f])/;

export function parseProperties(given: unknown, issues: Issues): EventProperties | undefined {
  if (!isObject(given)) return issues.add('/properties', 'Must be an object.');
  const properties: EventProperties = {};
  const productId = strictText(given, 'productId', 200, issues, '/properties');
  const variantId = strictText(given, 'variantId', 200, issues, '/properties');
  const quantity = strictQuantity(given, issues, '/properties');
  if (productId !== undefined) properties.productId = productId;
  if (variantId !== undefined) properties.variantId = variantId;
  if (quantity !== undefined) properties.quantity = quantity;
  if (given.contents !== undefined && given.contents !== null) {
    const contents = parseContents(given.contents, issues);
    if (contents) properties.contents = contents;
  }
  if (given.custom !== undefined && given.custom !== null) {
    if (isObject(given.custom) && fitsQueue(given.custom)) properties.custom = given.custom;
    else issues.add('/properties/custom', `Must be an object of at most ${MAX_CUSTOM} characters.`);
  }
  return properties;
}

function parseContents(given: unknown, issues: Issues): EventProperties['contents'] {
  if (!Array.isArray(given) || given.length > MAX_CONTENTS) {
    return issues.add('/properties/contents', `Must be an array of at most ${MAX_CONTENTS} items.`);
  }
  const contents: NonNullable<EventProperties['contents']> = [];
  for (let i = 0; i < given.length; i++) {
    const item: unknown = given[i];
    const at = `/properties/contents/${i}`;
    const id = isObject(item) ? strictText(item, 'id', 200, issues, at) : undefined;
    if (!isObject(item) || id === undefined) {
      issues.add(`${at}/id`, 'Every item needs an id.', 'required');
      continue;
    }
    const content: (typeof contents)[number] = { id };
    const quantity = strictQuantity(item, issues, at);
    const price = strictCents(item, 'price', issues, at);
    if (quantity !== undefined) content.quantity = quantity;
    if (price !== undefined) content.price = price;
    contents.push(content);
  }
  return contents;
}

function strictQuantity(fields: Fields, issues: Issues, at: string): number | undefined {
  const value = fields.quantity;
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  return issues.add(`${at}/quantity`, 'Must be a number.');
}

function fitsQueue(custom: Fields): boolean {
  const json = JSON.stringify(custom);
  return json.length <= MAX_CUSTOM && !UNFIT_ESCAPE.test(json);
}
