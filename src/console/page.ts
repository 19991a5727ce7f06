// A page is data, like a route of the API. src/console/pages.ts lists all pages.
import type { Beside, SystemCtx } from '../context.ts';
import type { FormInput } from './forms.ts';
import type { PersonVisit, PlaceVisit, Shown, StaffVisit, Visit } from './visit.ts';

export type Outcome = Shown | Response;

interface Spec<V extends Visit> {
  /** The path in Hono's syntax. */
  path: string;
  /** Answers a GET, and shows the page again after a refused form, which is then in `at.form`. */
  show: (at: V) => Promise<Outcome> | Outcome;
  /**
   * The actions of its forms, by the name in `<Form action="…">`. They throw an AppError to show the form
   * again with the error. On success they return `at.go(…)`, or content to show, such as a secret that is
   * shown once.
   */
  actions?: Record<string, (at: V, form: FormInput) => Promise<Outcome>>;
  /** The actions that a stolen session alone must not do: their forms hold a `<Proof>`. */
  proves?: readonly string[];
  /** The largest file that its forms may send; without it they send no files. */
  fileBytes?: number;
  /**
   * Set for a page whose address alone proves who may, as a mail's link does: its forms are taken from anywhere, such as
   * from a mail program, and need no cookie. It names the action of a POST that names none.
   */
  byLink?: string;
  /** Set for a page without forms that is the same for everybody, and kept for a while (kept-page.ts). */
  kept?: true;
  /** Asks, beside the question who visits, for what the verbs of a GET would otherwise wait for first. */
  beside?: (ctx: SystemCtx, params: Record<string, string>) => Beside | null;
  /**
   * Set for a page on the way to another one, such as the sign-in: it carries a form of that page along
   * (`onwards`).
   */
  carries?: true;
}

export type ConsolePage =
  | (Spec<Visit> & { for: 'anybody' })
  | (Spec<PersonVisit> & { for: 'person' })
  | (Spec<PlaceVisit> & { for: 'place' })
  | (Spec<StaffVisit> & { for: 'staff'; unproved?: true });

/** The page definers' types make sure that a page gets the kind of visit that it needs. */
export const show = async (page: ConsolePage, at: Visit): Promise<Outcome> =>
  await page.show(at as PlaceVisit & StaffVisit);

/** A page that anybody may open. */
export const openPage = (spec: Spec<Visit>): ConsolePage => ({ ...spec, for: 'anybody' });

/** A page for signed-in people; others are led to the sign-in and back. */
export const personPage = (spec: Spec<PersonVisit>): ConsolePage => ({ ...spec, for: 'person' });

/**
 * A page in a workspace: `path` comes after /app/:place. A workspace that the person is not in answers as a
 * missing one.
 */
export const placePage = (spec: Spec<PlaceVisit>): ConsolePage => ({
  ...spec,
  path: `/app/:place${spec.path}`,
  for: 'place',
});

/**
 * A page of the staff: `path` comes after /staff. For everybody else it does not exist.
 * @param unproved set for the page that asks for the second factor, which is open before it is given.
 */
export const staffPage = ({ unproved, ...spec }: Spec<StaffVisit> & { unproved?: true }): ConsolePage => ({
  ...spec,
  ...(unproved && { unproved }),
  path: `/staff${spec.path}`,
  for: 'staff',
});
