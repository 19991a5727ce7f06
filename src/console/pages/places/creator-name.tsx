// A creator's name in a list of an account, which leads to the creator's page.
import type { PlaceVisit } from '../../visit.ts';
import type { Names } from './names.ts';

export function CreatorName({ at, id, names }: { at: PlaceVisit; id: string | null; names: Names }) {
  const name = names.creator(id);
  return id !== null && names.knowsCreator(id) ? (
    <a href={at.to(`/creators/${id}`)}>{name}</a>
  ) : (
    <span>{name}</span>
  );
}
