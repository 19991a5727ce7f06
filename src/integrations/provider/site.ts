// A provider's URLs and our app there. Sessions carry them, so that code below an adapter never reads the deployment's
// settings, and two connections can use different URLs.
import type { Vars } from '../../env.ts';
import { hasSettings, NotConfigured } from './settings.ts';

/** Our app at the provider. */
export interface App {
  id: string;
  secret: string;
  /** The secret before it, in which the provider may still sign. */
  oldSecret?: string;
}

export interface Site {
  app: App;
  /** The shop's domain, for providers where each shop has URLs of its own. */
  shop?: string;
  /** URLs without a trailing slash. */
  at: {
    api: string;
    /** The consent page. */
    consent: string;
    /** The endpoint that exchanges codes and refresh tokens. */
    tokens: string;
    /** The host that public profiles are read from. */
    profiles: string;
  };
}

/** The names of a provider's settings. A URL without a setting is the API's. */
interface SiteSettings {
  name: string;
  id: keyof Vars & string;
  secret: keyof Vars & string;
  api: keyof Vars & string;
  consent?: keyof Vars & string;
  tokens?: keyof Vars & string;
  profiles?: keyof Vars & string;
}

/** Builds a provider's `site` from the deployment's settings. `site` throws unavailable when the app is not set. */
export function siteBy({
  name,
  id,
  secret,
  api,
  consent = api,
  tokens = api,
  profiles = api,
}: SiteSettings): { configured(vars: Vars): boolean; site(vars: Vars): Site } {
  return {
    configured: (vars) => hasSettings(vars, [id, secret]),
    site(vars) {
      if (!hasSettings(vars, [id, secret], true))
        throw new NotConfigured(`${name} cannot be connected: it is not configured.`);
      const text = (setting: keyof Vars) => String(vars[setting]);
      return {
        app: { id: text(id), secret: text(secret) },
        at: { api: text(api), consent: text(consent), tokens: text(tokens), profiles: text(profiles) },
      };
    },
  };
}

/** A connection that sends requests for its owner. */
export interface Caller {
  site: Site;
  token: string;
  /** Called after each response with the percentage of the rate limit that is used up. */
  onUse?: (percent: number) => void;
  /** Called before each request is sent, because an invocation may only send a limited number. */
  onAsk?: () => void;
  /** The time limit of one call. */
  timeoutMs?: number;
}
