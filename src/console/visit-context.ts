// Gives components the visit without passing it to each.
import { createContext, useContext } from 'hono/jsx';
import type { Visit } from './visit.ts';

export const VisitContext = createContext<Visit | null>(null);

/** The current visit. Components are never rendered outside of one. */
export function useVisit(): Visit {
  const visit = useContext(VisitContext);
  if (!visit) throw new Error('A component of the pages was rendered outside of a visit.');
  return visit;
}
