// Checks of sentences for people that a machine can do: that they are sentences, without turns that nobody in
// the trade uses.
import { expect } from 'vitest';

/** Each turn, and what to say instead. */
const ODD_TURNS: readonly [RegExp, string][] = [
  [/\b(?:is|are|was|were|what|how|who) to (?:be|do|go|say|see|show)\b/i, 'must be, or a verb'],
  [/\bstands?\b(?! for\b)/i, 'is, appears, blocks'],
  [/\bcom(?:es|ing) to\b/i, 'is, gives'],
  [
    /\bwaits? for (?:a|the|your) (?:yes|answer)\b|\b(?:a|your|its) yes\b|\bsa(?:y|ys|id) (?:yes|no)\b/i,
    'approval',
  ],
  [/\b(?:no|some|any|every)body's\b/i, 'a noun'],
  [/\b(?:any more|no more)\b/i, 'no longer'],
  [/\bcan not\b|\bcan't\b/i, 'cannot'],
  [/\bfor now\b/i, 'right now'],
  [/\b(?:turn(?:s|ed)?) (?:it|them|the \w+) on\b|\bturned on\b/i, 'resume, launch'],
  [/\bleave (?:it|them|\w+(?: \w+){0,3}) out\b/i, 'remove'],
  [/\bin (?:the|whose) name\b|\b(?:creator|brand)'s name\b/i, 'identity'],
  [/\b(?:lead|leads|led) (?:there|to (?:a|an|another|it|no) (?!an? ))/i, 'destination'],
  [/\bmake (?:it|them)\b|\bmakes? (?:a|an|one|at most|the (?:campaign|ad|ads))\b/i, 'set, create'],
  [/\b(?:takes?|wants?) (?:no|at (?:most|least)|this|only|a|one|more|files|videos)\b/i, 'accepts, requires'],
  [/\brefuse[sd]?\b/i, 'reject'],
  [/\bour support\b|\btell us\b/i, 'contact support'],
  [/\blook (?:at|into|whether)\b/i, 'check'],
  [/\banew\b|\bonce more\b|\bover there\b/i, 'again, on the platform'],
  [/\b[Cc]onnect (?:it|the ad account|\w+) again\b/, 'reconnect'],
  [/\bunder way\b/i, 'in progress'],
  [/\b(?:date|launch|day|end|start) is past\b/i, 'is in the past'],
  [/\bminor unit\b/i, 'an amount with its sign'],
  [/\b(?:the|other|another|no|of|approved|its) work\b/i, 'submission, video'],
  [/\bwhatever\b|\bwhoever\b/i, 'a noun'],
  [/\bin all\b/i, 'lifetime'],
  [/\d %/, '5%'],
];

/** What is wrong with a text; empty when nothing is found. */
export function oddTurns(text: string): string[] {
  return ODD_TURNS.flatMap(([turn, instead]) => {
    const found = turn.exec(text)?.[0];
    return found === undefined ? [] : [`“${found}” (${instead}): ${text}`];
  });
}

/** Fails unless these are complete sentences without odd turns. */
export function expectPlain(text: string, what = ''): void {
  expect(text, what).toMatch(/^[\p{Lu}\d“].*[^\s.]\.$/su);
  expect(text.replaceAll(/`[^`]+`/g, 'x'), what).not.toMatch(
    /[{}]|\b(?:undefined|NaN|null)\b| {2}|\.\.|\s[.,;:]/,
  );
  expect(oddTurns(text), what).toEqual([]);
}

/** The words that a fix begins with: what to do, or when. */
const BEGINNINGS =
  /^(?:Add|Approve|Ask|Change|Check|Choose|Connect|Create|Delete|Disconnect|Enter|Fill|Finish|Fix|Give|If|Install|Launch|Lower|Open|Publish|Raise|Reconnect|Remove|Reopen|Repair|Request|Resume|Retry|Select|Set|Shorten|Try|Turn off|Use|Wait)\b/;

/** Fails unless it says what is wrong, where, and what to do about it. */
export function expectProblem(
  { path, code, message, fix }: { path: string | null; code: string; message: string; fix: string },
  what = `${code} ${path}`,
): void {
  expectPlain(message, what);
  expectPlain(fix, what);
  expect(fix, what).toMatch(BEGINNINGS);
  expect(message, what).not.toContain(fix);
  expect(code, what).toMatch(/^[a-z_]+$/);
  if (path !== null) expect(path, what).toMatch(/^(?:\/[\w-]+)+$/);
}

/** Fails unless every problem, warning and reason in an answer passes. */
export function expectProblemsIn(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null) return;
  const { path = null, code, message, fix } = answer as Record<string, string | undefined>;
  if (typeof code === 'string' && typeof message === 'string' && typeof fix === 'string')
    expectProblem({ path, code, message, fix });
  for (const part of Object.values(answer)) expectProblemsIn(part);
}
