// The name of a creator, which leads to the creator's page.
import type { PlaceVisit } from '../visit.ts';

export function CreatorLink({ at, id, name }: { at: PlaceVisit; id: string; name: string }) {
  return <a href={at.to(`/creators/${id}`)}>{name}</a>;
}
