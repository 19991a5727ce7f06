// What can be done with several records of a list at once. A person selects them, reads what it would do, and sends it.
// Each record is a call of its own with a result of its own, ten with each request; a script sends one ten after another.
import type { Child } from 'hono/jsx';
import { toAppError } from '../../../http/errors.ts';
import { AppError, type FieldIssue, invalidField } from '../../../kit/error.ts';
import { Button, ButtonLink, Buttons, type Look } from '../../components/button.tsx';
import { Card, PageHead } from '../../components/card.tsx';
import { TextArea } from '../../components/fields.tsx';
import { Form, Hidden } from '../../components/form.tsx';
import { EmptyState, Notice } from '../../components/notice.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { plural } from '../../format.tsx';
import type { FormInput } from '../../forms.ts';
import type { Outcome } from '../../page.ts';
import type { PlaceVisit } from '../../visit.ts';
import { part } from '../part.tsx';
import {
  listAddress,
  MOST_CHOSEN,
  type Picked,
  type Refused,
  readPicked,
  readRefused,
  writePicked,
  writeRefused,
} from './selection.ts';

/** How many records one request acts on. */
const AT_ONCE = 10;

export interface Row {
  id: string;
  /** Records that only we write have none. */
  version?: number;
}

export interface BulkAct<T> {
  name: string;
  /** The verb of the question "Approve 3 submissions?". */
  label: string;
  /** The button above the list, where it is another text. */
  button?: string;
  look?: Look;
  /** Whether it can be done with a record as it is now. */
  fits: (row: T) => boolean;
  /** Whether a record is as this leaves it. */
  isDone: (row: T) => boolean;
  /** What it does, above the button. */
  about: (at: PlaceVisit, rows: readonly T[]) => Child | Promise<Child>;
  /** A text that goes with each record. */
  note?: { label: string; hint: string; required?: boolean };
  run: (at: PlaceVisit, record: Picked, note: string | undefined) => Promise<unknown>;
  /** "approved", for the message afterwards. */
  done: string;
}

export interface Bulk<T> {
  one: string;
  /** The path of a record's page, before its ID; undefined for records without one. */
  path?: string;
  find: (at: PlaceVisit, id: string) => Promise<T>;
  acts: readonly BulkAct<T>[];
  /** Why the reader may not do it; null for those who may. */
  refused: (at: PlaceVisit) => string | null;
}

/** What a list shows once all was tried and some records were refused. */
type ShowsAgain = (left: readonly string[], notice: Child) => Promise<Outcome>;

interface Question<T> {
  title: string;
  bulk: Bulk<T>;
  act: BulkAct<T>;
  /** The selected records that are still in the list. */
  rows: readonly T[];
  chosen: readonly string[];
  columns: readonly Column<T>[];
  nameOf: (row: T) => string;
}

/** Asks before it is done, and shows each record as it is now. */
export async function showQuestion<T extends Row>(
  at: PlaceVisit,
  { title, bulk, act, rows, chosen, columns, nameOf }: Question<T>,
): Promise<Outcome> {
  const fitting = rows.filter(act.fits);
  const left = chosen.length - fitting.length;
  const back = listAddress(at, chosen);
  const question = `${act.label} ${plural(fitting.length, bulk.one)}?`;
  return {
    title: question,
    islands: ['lists'],
    body: (
      <>
        <PageHead title={question} back={{ href: back, label: title }} />
        {left > 0 && (
          <Notice tone="warning">
            {plural(left, 'selected record')} cannot be {act.done} any more, or is not in this list now, and
            is left out.
          </Notice>
        )}
        {fitting.length === 0 ? (
          <Card>
            <EmptyState
              title="Nothing to do"
              icon="check"
              action={<ButtonLink href={back}>Back to {title.toLowerCase()}</ButtonLink>}
            >
              None of the selected records can be {act.done}.
            </EmptyState>
          </Card>
        ) : (
          <>
            <Card>
              <Form action="bulk" id={act.name}>
                <div class="stack" data-bulk-send={act.done}>
                  <div>{await act.about(at, fitting)}</div>
                  <Parts
                    picked={fitting.map((row) => ({
                      id: row.id,
                      version: row.version ?? 0,
                      name: nameOf(row),
                    }))}
                    done={0}
                    refused={[]}
                  />
                  {act.note && <TextArea name="note" maxlength={2000} {...act.note} />}
                  <Send act={act} bulk={bulk} count={fitting.length} back={back} />
                </div>
              </Form>
            </Card>
            <Card flush title="Selected">
              <Table label="Selected" columns={columns} rows={fitting} />
            </Card>
          </>
        )}
      </>
    ),
  };
}

function Send<T>({
  act: { label, look },
  bulk,
  count,
  back,
}: {
  act: BulkAct<T>;
  bulk: Bulk<T>;
  count: number;
  back: string;
}) {
  return (
    <>
      <p class="quiet" data-bulk-progress role="status" />
      <Buttons>
        <Button {...(look && { look })}>
          {label} {plural(count, bulk.one)}
        </Button>
        <ButtonLink look="secondary" href={back}>
          Cancel
        </ButtonLink>
      </Buttons>
    </>
  );
}

interface Progress {
  picked: readonly Picked[];
  done: number;
  refused: readonly Refused[];
}

function Parts({ picked, done, refused }: Progress) {
  return (
    <>
      {picked.map((one) => (
        <Hidden name="picked" value={writePicked(one)} />
      ))}
      {refused.map((one) => (
        <Hidden name="refused" value={writeRefused(one)} />
      ))}
      <Hidden name="done" value={String(done)} />
    </>
  );
}

/** Does it with the first ten records of a form. @param again shows the list with what was refused. */
export async function runBulk<T>(
  at: PlaceVisit,
  bulk: Bulk<T>,
  form: FormInput,
  again: ShowsAgain,
): Promise<Outcome> {
  const act = bulk.acts.find(({ name }) => name === form.text('_id'));
  if (!act) throw new AppError('invalid_request', 'This list has no such action.');
  const why = bulk.refused(at);
  if (why !== null) throw new AppError('permission_denied', why);
  const note = act.note ? form.optional('note') : undefined;
  if (act.note?.required && note === undefined) throw invalidField('/note', 'Write a note.');
  const picked = form.all('picked').map(readPicked);
  if (picked.length > MOST_CHOSEN)
    throw new AppError('invalid_request', `At most ${MOST_CHOSEN} records can be selected.`);
  const now = picked.slice(0, AT_ONCE);
  const results = await Promise.all(now.map((one) => refusalOf(at, bulk, act, one, note)));
  const failed = results.filter((one) => one !== null);
  const refused = [...form.all('refused').slice(0, MOST_CHOSEN).map(readRefused), ...failed];
  const done = (Number(form.text('done')) || 0) + now.length - failed.length;
  const later = picked.slice(AT_ONCE);
  if (later.length > 0) return next(at, bulk, act, { picked: later, done, refused }, note);
  const said = `${plural(done, bulk.one)} ${act.done}.`;
  if (refused.length === 0) return at.go(listAddress(at, []), said);
  return await again(
    refused.map(({ id }) => id),
    <RefusedNotice at={at} said={said} bulk={bulk} refused={refused} />,
  );
}

/** Null once it was done. */
async function refusalOf<T>(
  at: PlaceVisit,
  bulk: Bulk<T>,
  act: BulkAct<T>,
  one: Picked,
  note: string | undefined,
): Promise<Refused | null> {
  const { id, name } = one;
  try {
    await act.run(at, one, note);
    return null;
  } catch (thrown) {
    const error = toAppError(thrown, at.requestId);
    // What was sent again after an unknown outcome finds the version that the first time made.
    const now = error.code === 'version_conflict' ? await part(at, bulk.find(at, id)) : null;
    return { id, name, why: now !== null && act.isDone(now) ? isDoneWords(act) : whyRefused(error) };
  }
}

const isDoneWords = ({ done }: { done: string }) => `It is ${done} already, and nothing was done twice.`;

function whyRefused({ status, code, message, details }: AppError): string {
  if (status >= 500) return 'It may have been done. Look at the record before you try again.';
  if (code === 'version_conflict') return 'It changed since you selected it. Look at it, then try again.';
  const [issue] = Array.isArray(details) ? (details as FieldIssue[]) : [];
  return issue?.message ?? message;
}

function next<T>(
  at: PlaceVisit,
  bulk: Bulk<T>,
  act: BulkAct<T>,
  progress: Progress,
  note: string | undefined,
): Outcome {
  const { picked, done, refused } = progress;
  const title = `${act.label} ${plural(picked.length, bulk.one)} more?`;
  const back = listAddress(
    at,
    [...picked, ...refused].map(({ id }) => id),
  );
  return {
    title,
    islands: ['lists'],
    body: (
      <>
        <PageHead title={title} back={{ href: back, label: 'Back to the list' }} />
        <Card>
          <Form action="bulk" id={act.name}>
            <div class="stack" data-bulk-send={act.done}>
              <p>
                {plural(done, bulk.one)} {act.done} so far
                {refused.length > 0 && `, ${refused.length} refused`}. Ten are sent at a time.
              </p>
              <Parts {...progress} />
              {note !== undefined && <Hidden name="note" value={note} />}
              <Send act={act} bulk={bulk} count={Math.min(AT_ONCE, picked.length)} back={back} />
            </div>
          </Form>
        </Card>
      </>
    ),
  };
}

function RefusedNotice<T>({
  at,
  said,
  bulk: { one, path },
  refused,
}: {
  at: PlaceVisit;
  said: string;
  bulk: Bulk<T>;
  refused: readonly Refused[];
}) {
  return (
    <Notice tone="danger" title={`${said} ${plural(refused.length, one)} refused, and still selected:`}>
      <ul>
        {refused.map(({ id, name, why }) => (
          <li>
            {path === undefined ? name : <a href={at.to(path + id)}>{name}</a>}: {why}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
