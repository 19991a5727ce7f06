// How a request to a simulated ad platform goes wrong, as a test has scripted it.

export const FAULT_KINDS = [
  'fail_before',
  'fail_after',
  'slow_before',
  'slow_after',
  'rate_limit',
  'refuse',
  'expire',
  'answer_after',
] as const;

export interface Fault {
  kind: string;
  /** The beginning of "POST …" with the platform's path, without its version. */
  path: string;
  times: number;
  /** How long a slow answer takes. */
  ms: number;
  /** The message of a refusal. */
  message: string;
  /** The status of a refusal, and of what `answer_after` answers in place of the truth. */
  status: number;
  type: string;
  lead: string;
  body: string;
  repeat: number;
}

/** What a fault is where a test does not say otherwise. */
export const FAULT = {
  path: '',
  times: 1,
  ms: 30_000,
  message: 'Refused.',
  status: 200,
  type: 'application/json',
  lead: '',
  body: '',
  repeat: 1,
};

interface Platform<F extends Fault> {
  /** What the platform says in place of doing anything; null if the fault is of another kind. */
  refusal(fault: F): Response | null;
  /** What it says when it failed with the work done. */
  broken(): Response;
  answer(): Promise<Response>;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The platform's answer, unless a fault stands before it or in its place. */
export async function answerWith<F extends Fault>(fault: F | null, platform: Platform<F>): Promise<Response> {
  if (fault === null) return await platform.answer();
  if (fault.kind === 'slow_before') await pause(fault.ms);
  const truth = platform.refusal(fault) ?? (await platform.answer());
  if (fault.kind === 'slow_after') await pause(fault.ms);
  if (fault.kind === 'fail_after') return platform.broken();
  if (fault.kind !== 'answer_after') return truth;
  const { lead, body, repeat, status, type } = fault;
  return new Response(lead + body.repeat(repeat), { status, headers: { 'Content-Type': type } });
}
