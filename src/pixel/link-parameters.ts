// What an ad or video link carries to the customer's site: our own parameters and the platforms' click IDs.
// Shared by the script and the edge, without imports.

/** Each of them in a URL: what is before it, its name, and its value as it is written there. */
export const LINK_PARAMETER =
  /([?&])(service_id|service_campaign|fbclid|gclid|gbraid|wbraid|ttclid|sccid)=([^&#"]*)/gi;

/** How long a landing is kept at most: 13 months are never fewer than 393 days. */
export const LANDING_KEPT_MS = 393 * 864e5;

/** The link parameters of a URL, names in lower case, values still percent-encoded. Undefined when it has none. */
export function linkParameters(url: string): Record<string, string> | undefined {
  let found: Record<string, string> | undefined;
  for (const [, , name, value] of url.matchAll(LINK_PARAMETER)) {
    if (!value) continue;
    found ??= {};
    found[name!.toLowerCase()] = value;
  }
  return found;
}

/** A URL without what would tie the visit to an ad or a person: for visitors who have not agreed to that. */
export function withoutLinkParameters(url: string): string {
  return url.replace(LINK_PARAMETER, '$1');
}
