// The name of a creator, which leads to the creator's page wherever the reader may open it.
import type { PlaceVisit } from '../visit.ts';
import type { Names } from './places/names.ts';

export function CreatorLink({ at, id, names }: { at: PlaceVisit; id: string | null; names: Names }) {
  const name = names.creator(id);
  return id !== null && names.knowsCreator(id) ? (
    <a href={at.to(`/creators/${id}`)}>{name}</a>
  ) : (
    <span>{name}</span>
  );
}
