// Group A's scopes: `<actor>:<area>:<action>`. A key has those of what its account is.

const AREAS = {
  ads: ['plan', 'read', 'approve', 'execute'],
  organization: ['read', 'write'],
  products: ['read'],
  submissions: ['read', 'write'],
} as const;

/** What only a brand does: it is its money. */
const BRANDS_ALONE = 'brand:ads:approve';

/** All that a key of this level can have: a read key has the scopes that read. */
export function scopesFor(type: 'brand' | 'partner', level: 'read' | 'write'): string[] {
  return Object.entries(AREAS)
    .flatMap(([area, actions]) => actions.map((action) => `${type}:${area}:${action}`))
    .filter((scope) => type === 'brand' || scope !== BRANDS_ALONE.replace('brand', type))
    .filter((scope) => level === 'write' || scope.endsWith(':read'));
}
