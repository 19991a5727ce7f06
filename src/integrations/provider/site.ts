// Where a provider is reached, and which of our apps asks it. Sessions carry it, so that nothing below an adapter reads the
// deployment's settings, and one connection can go to another address than its neighbour.
import type { Vars } from '../../env.ts';
import { hasSettings, logMissing, NotConfigured } from './settings.ts';

/** Our app at the provider. */
export interface App {
  id: string;
  secret: string;
}

export interface Site {
  app: App;
  /** Addresses without a slash at the end. */
  at: {
    api: string;
    /** Where people consent. */
    consent: string;
    /** Where codes and refresh tokens are exchanged. */
    tokens: string;
    /** Where public profiles are read. */
    profiles: string;
  };
}

/** The names of a provider's settings; an address that is not named is the API's. */
interface SiteSettings {
  name: string;
  id: keyof Vars & string;
  secret: keyof Vars & string;
  api: keyof Vars & string;
  consent?: keyof Vars & string;
  tokens?: keyof Vars & string;
  profiles?: keyof Vars & string;
}

/** The way to a provider by the deployment's settings. `site` throws unavailable when its app is not set. */
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
      for (const setting of [id, secret]) if (!vars[setting]) logMissing(vars, setting);
      if (!vars[id] || !vars[secret])
        throw new NotConfigured(`${name} cannot be connected: it is not configured.`);
      const text = (setting: keyof Vars) => String(vars[setting]);
      return {
        app: { id: text(id), secret: text(secret) },
        at: { api: text(api), consent: text(consent), tokens: text(tokens), profiles: text(profiles) },
      };
    },
  };
}

/** A connection that asks a provider for its owner. */
export interface Caller {
  site: Site;
  token: string;
  /** Hears after each answer how much of what the provider allows is used up, in percent. */
  onUse?: (percent: number) => void;
  /** Hears of each request before it is sent: an invocation may send so many. */
  onAsk?: () => void;
  /** The time that one call may take. */
  timeoutMs?: number;
}
