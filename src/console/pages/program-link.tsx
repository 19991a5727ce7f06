// The name of a program, which leads to the program's page wherever the reader may open it.
import type { PlaceVisit } from '../visit.ts';
import type { Names } from './places/names.ts';

export function ProgramLink({ at, id, names }: { at: PlaceVisit; id: string | null; names: Names }) {
  const name = names.program(id);
  return id !== null && names.knowsProgram(id) ? (
    <a href={at.to(`/programs/${id}`)}>{name}</a>
  ) : (
    <span>{name}</span>
  );
}
