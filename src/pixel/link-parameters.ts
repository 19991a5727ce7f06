// The parameters that an ad or video link adds to the customer's URL: our own, and the platforms' click IDs.
// Shared by the script and the edge, without imports.

/** Matches each of them in a URL: the separator before it, its name, and its value as written. */
export const LINK_PARAMETER =
  /([?&])(service_id|service_campaign|fbclid|gclid|gbraid|wbraid|ttclid|sccid)=([^&#"]*)/gi;

/** The longest that a landing is kept: 13 months have at least 393 days. */
export const LANDING_KEPT_MS = 393 * 864e5;

/**
 * The link parameters of a URL, with lower-case names and percent-encoded values. Undefined when it has none.
 */
export function linkParameters(url: string): Record<string, string> | undefined {
  let found: Record<string, string> | undefined;
  for (const [, , name, value] of url.matchAll(LINK_PARAMETER)) {
    if (!value) continue;
    found ??= {};
    found[name!.toLowerCase()] = value;
  }
  return found;
}

/**
 * A URL without anything that links the visit to an ad or a person, for visitors who have not agreed to that.
 */
export function withoutLinkParameters(url: string): string {
  return url.replace(LINK_PARAMETER, '$1');
}
