// What the shop script writes into the cart of a storefront, so that the order carries the landing. Shared by the script
// and the reader of orders, without imports.

/**
 * The cart attribute. Two underscores make it private: the order has it, but neither theme nor visitor can read it, so
 * it breaks no page cache.
 */
export const CART_ATTRIBUTE = '__service';

/** In characters. */
export const MAX_CART_LANDING = 900;

/**
 * A landing as the attribute's text: the link parameters as the URL had them, and `at` in milliseconds. Our own
 * parameters come first; click IDs that do not fit are left out.
 */
export function cartLanding(landing: Record<string, unknown>): string {
  let text = '{}';
  const kept: Record<string, unknown> = {};
  for (const name of ['at', 'service_id', 'service_campaign', ...Object.keys(landing)]) {
    if (name === 'on' || !landing[name]) continue;
    const more = JSON.stringify({ ...kept, [name]: landing[name] });
    if (more.length > MAX_CART_LANDING) continue;
    kept[name] = landing[name];
    text = more;
  }
  return text;
}
