// Shopify names things `gid://shopify/Order/1`. We keep the number alone, as text.
import * as z from 'zod';
import { idInPath } from '../provider/refusal.ts';
import { SHOPIFY } from './outcome.ts';

const Kept = z.string().regex(/^[1-9]\d{0,18}$/);

const formOf = (type: string) => new RegExp(`^gid://shopify/${type}/[1-9]\\d{0,18}$`);

/** Shopify's ID of a thing of this type, as a field of an answer. */
export const Gid = (type: string) => z.string().regex(formOf(type));

/** Whether a text is Shopify's ID of a thing of this type. */
export function isGid(type: string): (text: string) => boolean {
  const form = formOf(type);
  return (text) => form.test(text);
}

/** Shopify's ID for a number that we kept. Throws `invalid` for anything else. @param field what the number names. */
export const gidOf = (type: string, number: string, field: string): string =>
  `gid://shopify/${type}/${idInPath(SHOPIFY, Kept, number, field)}`;

export const numberOf = (gid: string): string => gid.slice(gid.lastIndexOf('/') + 1);

/** Things that were asked for by `gids`, with null for what is not there. One in another's place would be taken for it. */
export function inOrder<T extends { id: string }>(
  gids: readonly string[],
  nodes: readonly (T | null)[],
): readonly (T | null)[] {
  if (nodes.length !== gids.length || nodes.some((node, at) => node !== null && node.id !== gids[at]))
    throw SHOPIFY.error('unreadable');
  return nodes;
}
