// What the form of a new campaign starts from: its ad account, and the fields that its platform takes.

import type { Connection } from '../../../domains/accounts/connections/connection.ts';
import type { AdAccount } from '../../../domains/accounts/connections/get-ad-account.ts';
import { connectionOperations } from '../../../domains/accounts/connections/operations.ts';
import type { AdDefaults } from '../../../domains/ads/ad-defaults/ad-defaults.ts';
import type { AdFieldRecord } from '../../../domains/ads/ad-fields/ad-field-record.ts';
import type { AdTemplate, TemplateCampaign } from '../../../domains/ads/ad-templates/ad-template.ts';
import { AD_PLATFORMS } from '../../../integrations/ad-platforms.ts';
import { notFound } from '../../../kit/error.ts';
import { dayIn } from '../../../kit/zone.ts';
import type { PlaceVisit } from '../../visit.ts';
import { adConnections } from './campaign-parts.tsx';
import { countryName, valueName } from './field-names.ts';

/** A form field, merged from all of the platform's definitions of the same path. */
export interface FormField extends AdFieldRecord {
  /** The other choices in the form that make it required: "required in Singapore". */
  requiredFor: string | null;
}

/** A platform that a block of settings adds to the campaign. */
export interface AddedPlatform {
  name: string;
  /** The connection that it runs through; null when there are several. */
  connection: string | null;
  fields: FormField[];
}

export interface FormGround {
  connection: Connection;
  account: AdAccount;
  template: AdTemplate | null;
  objective: string;
  destination: string;
  /** One field for each path of the body, in the platform's order. */
  fields: FormField[];
  added: AddedPlatform[];
  /** Whether connections were left out, so that a platform may be missing among the added ones. */
  moreConnections: boolean;
  /** Today's date in the ad account. */
  today: string;
  /**
   * The initial value of a field, by its pointer: the template's, or else the account's default, or else the
   * platform's.
   */
  beginsWith: (path: string) => unknown;
  /**
   * Whether a default or the template has a value for the field, so that leaving it empty does not clear it.
   */
  hasBelow: (path: string) => boolean;
}

/** Fields for which an added platform can have values of its own. */
export const OF_A_BLOCK = ['primaryText', 'headline', 'callToAction'];

export async function readGround(at: PlaceVisit): Promise<FormGround> {
  const params = { id: at.query('connection') ?? '' };
  const [connection, account, all, defaults, template] = await Promise.all([
    at.run('GET /v1/connections/:id', { params }),
    at.run(connectionOperations.getAdAccount, { params }),
    adConnections(at),
    at.run('GET /v1/ad-defaults'),
    at.query('template')
      ? at.run('GET /v1/ad-templates/:id', { params: { id: at.query('template') ?? '' } })
      : null,
  ]);
  const given: TemplateCampaign = template?.campaign ?? {};
  const objective = at.query('objective') ?? asKept(given.objective ?? defaults.objective);
  const destination = at.query('destination') ?? given.destination?.type ?? 'website';
  const platform = connection.provider;
  if (!(AD_PLATFORMS as readonly string[]).includes(platform)) throw notFound('ad account');
  const active = all.items.filter(({ status }) => status === 'active');
  const others = [...new Set(active.map(({ provider }) => provider))];
  const connectionTo = (name: string) => {
    const there = active.filter(({ provider }) => provider === name);
    return there.length === 1 ? there[0]!.id : null;
  };
  const [fields, added] = await Promise.all([
    fieldsOn(at, platform, objective, destination),
    Promise.all(
      others
        .filter((name) => name !== platform)
        .map(async (name) =>
          (await isAddable(at, name))
            ? {
                name,
                connection: connectionTo(name),
                fields: await fieldsOn(at, name, objective, destination),
              }
            : null,
        ),
    ),
  ]);
  const own = { ...defaults, settings: settingsOn(defaults, platform) };
  const below = (path: string) => valueAt(given, path) ?? valueAt(own, path);
  const byPath = new Map(fields.map((field) => [field.path, field]));
  const today = dayIn(account.timezone, at.now);
  return {
    connection,
    account,
    template,
    objective,
    destination,
    fields,
    added: added.filter((one) => one !== null),
    moreConnections: all.more,
    today,
    beginsWith: (path) => {
      if (path === START) return laterOf(below(path), today);
      return below(path) ?? byPath.get(path)?.default ?? null;
    },
    hasBelow: (path) => below(path) != null,
  };
}

const START = '/schedule/startDate';

/** The start date cannot be in the past. */
const laterOf = (day: unknown, today: string) => (typeof day === 'string' && day > today ? day : today);

const asKept = (objective: string) => (objective === 'conversion' ? 'conversions' : objective);

const settingsOn = ({ settings }: AdDefaults, platform: string) =>
  (settings as Record<string, Record<string, unknown> | undefined>)[platform] ?? {};

async function isAddable(at: PlaceVisit, name: string): Promise<boolean> {
  const load = at.ctx().reactions.adPlatforms[name];
  return load !== undefined && (await load()).capabilities.addable;
}

/**
 * The fields of a platform, each path once: it is required if one of its definitions says so. If that depends
 * on a country or category, which are chosen in the form itself, the label says so.
 */
async function fieldsOn(
  at: PlaceVisit,
  platform: string,
  objective: string,
  destination: string,
): Promise<FormField[]> {
  const { items } = await at.run('GET /v1/ad-fields', {
    query: {
      platform,
      objective,
      destination,
    },
  });
  const byPath = Map.groupBy(items, ({ path }) => path);
  return [...byPath.values()].map(([first, ...more]) => {
    const needed = [first!, ...more].filter((field) => field.required);
    const always = needed.some((field) => choiceWords(field) === '');
    const [sometimes] = needed;
    return {
      ...first!,
      required: always,
      requiredFor:
        always || !sometimes ? (SOMETIMES[first!.path] ?? null) : `required ${choiceWords(sometimes)}`,
    };
  });
}

/** Fields that are required only when another field is empty. */
const SOMETIMES: Record<string, string> = { '/budget/billingLimit': 'required without a daily budget' };

/** The choices in the form that a field depends on; empty when it depends on none. */
function choiceWords({ when }: AdFieldRecord): string {
  const { country, countries, category } = when ?? {};
  return [
    country && `in ${country.map(countryName).join(', ')}`,
    countries && `for ${countries} or more countries`,
    category && `for ${category.map((one) => valueName(one).toLowerCase()).join(', ')}`,
  ]
    .filter(Boolean)
    .join(' ');
}

export function valueAt(body: unknown, path: string): unknown {
  return path
    .slice(1)
    .split('/')
    .reduce((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], body);
}
