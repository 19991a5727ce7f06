// The scopes of the business API (group A): `<actor>:<area>:<action>`. A key's scopes depend on its account's type.

const AREAS = {
  ads: ['plan', 'read', 'approve', 'execute'],
  organization: ['read', 'write'],
  products: ['read'],
  submissions: ['read', 'write'],
} as const;

type Areas = typeof AREAS;
type Action = { [area in keyof Areas]: `${area}:${Areas[area][number]}` }[keyof Areas];

/** Only brands approve ads, because they pay for them. */
const BRANDS_ALONE = 'brand:ads:approve';

export type Scope = `brand:${Action}` | Exclude<`partner:${Action}`, 'partner:ads:approve'>;

/** All scopes that a key of this level can have. A read key has only scopes that read. */
export function scopesFor(type: 'brand' | 'partner', level: 'read' | 'write'): string[] {
  return Object.entries(AREAS)
    .flatMap(([area, actions]) => actions.map((action) => `${type}:${area}:${action}`))
    .filter((scope) => type === 'brand' || scope !== BRANDS_ALONE.replace('brand', type))
    .filter((scope) => level === 'write' || scope.endsWith(':read'));
}
