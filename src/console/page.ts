// A page is data, as a route of the API is. It is listed in src/console/pages.ts.
import type { FormInput } from './forms.ts';
import type { PersonVisit, PlaceVisit, Shown, StaffVisit, Visit } from './visit.ts';

export type Outcome = Shown | Response;

interface Spec<V extends Visit> {
  /** As Hono writes it. */
  path: string;
  /** A GET; and again behind a form that was refused, when `at.form` says what with. */
  show: (at: V) => Promise<Outcome> | Outcome;
  /**
   * What its forms do, by the name in `<Form action="…">`. Throw an AppError to show the form again with what is wrong;
   * answer `at.go(…)` when it is done, or what to show, for a secret that is seen once.
   */
  actions?: Record<string, (at: V, form: FormInput) => Promise<Outcome>>;
  /** How large a file may be that its forms send; they send none when left out. */
  fileBytes?: number;
  /** A page on the way to another one, such as the sign-in: it brings along what a form there held (`onwards`). */
  carries?: true;
}

export type ConsolePage =
  | (Spec<Visit> & { for: 'anybody' })
  | (Spec<PersonVisit> & { for: 'person' })
  | (Spec<PlaceVisit> & { for: 'place' })
  | (Spec<StaffVisit> & { for: 'staff'; unproved?: true });

/** The types of the definers see to it that a page gets the visit that it asks for. */
export const show = async (page: ConsolePage, at: Visit): Promise<Outcome> =>
  await page.show(at as PlaceVisit & StaffVisit);

/** A page that anybody may open. */
export const openPage = (spec: Spec<Visit>): ConsolePage => ({ ...spec, for: 'anybody' });

/** A page for whoever is signed in; others are led to the sign-in and back. */
export const personPage = (spec: Spec<PersonVisit>): ConsolePage => ({ ...spec, for: 'person' });

/** A page at a place: `path` is what follows /app/:place. A place that the person is not at answers as a missing one. */
export const placePage = (spec: Spec<PlaceVisit>): ConsolePage => ({
  ...spec,
  path: `/app/:place${spec.path}`,
  for: 'place',
});

/**
 * A page of the service's own people: `path` is what follows /staff. To everybody else it is missing.
 * @param unproved open before the second factor is: the page that asks for it.
 */
export const staffPage = ({ unproved, ...spec }: Spec<StaffVisit> & { unproved?: true }): ConsolePage => ({
  ...spec,
  ...(unproved && { unproved }),
  path: `/staff${spec.path}`,
  for: 'staff',
});
