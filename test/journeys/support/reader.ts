// A person who pastes the commands of our documents, and compares the output with what is printed.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src/kit/time.ts';
import type { Demo } from '../../../tools/demo/demo-file.ts';
import { fetchLocal } from '../../../tools/demo/fetch-local.ts';
import { NOT_RUN } from './commands-not-run.ts';
import { pause } from './pause.ts';
import { HttpPerson } from './person.ts';
import { differs, idsIn, type Printed, printedIn, Shell, withoutChance } from './printed-commands.ts';

/**
 * How often it checks for something that has to appear, with a pause in between: more often than any machine
 * needs.
 */
const LOOKS = 600;
const PAUSE_MS = 100;
/** After this many checks, the processor is assumed to have answered too late for its minute. */
const LOOKS_A_MINUTE = 50;

export interface Page {
  name: string;
  printed: Printed[];
}

/** The README, the guides and the other documents, in reading order. */
export async function documents(root: string): Promise<{ name: string; text: string }[]> {
  const pagesIn = async (folder: string) =>
    (await readdir(join(root, folder)))
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => `${folder}/${name}`);
  const names = ['README.md', ...(await pagesIn('docs/guides')), ...(await pagesIn('docs'))];
  return await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(root, name), 'utf8') })),
  );
}

export async function printedOn(root: string): Promise<Page[]> {
  return (await documents(root)).map(({ name, text }) => ({ name, printed: printedIn(text) }));
}

/**
 * The commands that a reader runs: all except those excluded with a reason, and those that a sentence only
 * mentions.
 */
export function runOf(pages: Page[]): string[] {
  const known = new Set<string>();
  return pages.flatMap(({ printed }) =>
    printed.flatMap((one) => {
      if (!('text' in one) || one.kind === 'terminal' || one.text in NOT_RUN) return [];
      if (one.kind === 'inline' && known.has(one.text)) return [];
      known.add(one.text);
      return [one.text];
    }),
  );
}

export class Reader {
  readonly #shell: Shell;
  readonly #port: number;
  readonly #demo: Demo;
  readonly #terminal: () => string;
  readonly #now: () => number;
  readonly #looks: number;
  /** The actual values for printed IDs, and for what the reader fills in. */
  readonly #here = new Map<string, string>();
  #last = '';
  #scheduled: URL | null = null;
  /** How far the last such command moved the time of the cron. */
  #later = DAY_MS;
  /** The commands that were run. */
  readonly followed: string[] = [];

  constructor(
    root: string,
    port: number,
    demo: Demo,
    { terminal, now, looks = LOOKS }: { terminal: () => string; now: () => number; looks?: number },
  ) {
    this.#shell = new Shell(root);
    this.#port = port;
    this.#demo = demo;
    this.#terminal = terminal;
    this.#now = now;
    this.#looks = looks;
    this.#here.set('<url>', demo.baseUrl);
    this.#here.set('acct_…', demo.accounts.brand);
    this.#here.set('$STAFF', demo.staffToken);
  }

  end(): void {
    this.#shell.end();
  }

  /** Throws when the output differs from what is printed. */
  async follow({ name, printed }: Page): Promise<void> {
    for (const one of printed) {
      const where = `${name}: ${'text' in one ? one.text : one.answer}`;
      if (one.kind === 'terminal') await this.#shows(one.text, where);
      else if (one.kind === 'again') await this.#answers(this.#last, one.answer, where);
      else if (one.text in NOT_RUN) continue;
      else if (one.kind === 'inline' && this.followed.includes(one.text)) continue;
      else {
        this.followed.push(one.text);
        if (one.kind === 'command') await this.#answers(one.text, one.answer, where);
        else if (one.kind === 'inline' && one.text.startsWith('curl '))
          await this.#answers(one.text, '', where);
        else await this.#setUp(one.text, where);
      }
    }
  }

  async #answers(text: string, printed: string, where: string): Promise<void> {
    this.#last = text;
    const command = this.#filled(text);
    // A command that only reads is repeated until the effect of the previous step shows.
    const reads = !/ -d | -X |scheduled/.test(command);
    if (command.includes('scheduled?')) {
      this.#scheduled = new URL(command.match(/http:[^?"]+/)![0]);
      this.#later = Number(/date \+%s\) \+ (\d+)/.exec(command)?.[1] ?? DAY_MS / SECOND_MS) * SECOND_MS;
    }
    for (let tried = 1; ; tried++) {
      const { output: answer, status } = await this.#shell.run(command);
      const problem =
        printed.trim() === '' || status !== 0 ? refusal(answer, status) : differs(printed, answer);
      if (problem === null) {
        for (const [old, now] of idsIn(printed, answer)) this.#here.set(old, now);
        return;
      }
      if (!reads || tried === this.#looks) throw new Error(`${where}\n${problem}`);
      await pause(PAUSE_MS);
      // If the processor answered too late for one minute, the next minute's crons ask again.
      if (tried % LOOKS_A_MINUTE === 0 && this.#scheduled) await this.#nextMinute(tried / LOOKS_A_MINUTE);
    }
  }

  async #nextMinute(n: number): Promise<void> {
    const query = new URLSearchParams({
      cron: '* * * * *',
      time: `${this.#now() + this.#later + n * MINUTE_MS}`,
    });
    await fetchLocal(`${this.#scheduled!.href}?${query}`);
  }

  async #shows(text: string, where: string): Promise<void> {
    const wanted = withoutChance(text);
    for (let looked = 1; !withoutChance(this.#terminal()).includes(wanted); looked++) {
      if (looked === this.#looks) throw new Error(`The terminal never showed it. ${where}`);
      await pause(PAUSE_MS);
    }
  }

  async #setUp(text: string, where: string): Promise<void> {
    // The clone uses this checkout's packages.
    if (/\bnpm (?:ci|i|install)\b/.test(text)) throw new Error(`${where}\nbelongs into NOT_RUN.`);
    const { output: answer, status } = await this.#shell.run(this.#filled(text));
    const problem = refusal(answer, status);
    if (problem) throw new Error(`${where}\n${problem}`);
    if (answer.includes('/oauth2/authorize?')) {
      const person = new HttpPerson(this.#demo.baseUrl, this.#demo.people.owner);
      const back = await person.allow(answer, this.#demo.accounts.brand);
      this.#here.set('code=…', `code=${back.searchParams.get('code')}`);
    }
    const [access, refresh] = ['access', 'refresh'].map(
      (kind) => new RegExp(`"${kind}_token":"([^"]+)"`).exec(answer)?.[1],
    );
    if (access) this.#here.set('service_at_…', access);
    if (refresh) this.#here.set('service_rt_…', refresh);
  }

  /** The command with this run's ports. */
  #filled(text: string): string {
    let filled = text.replace(
      /(?<=127\.0\.0\.1:)87(8[7-9]|90)/g,
      (port) => `${this.#port + Number(port) - 8787}`,
    );
    for (const [printed, here] of this.#here) filled = filled.replaceAll(printed, here);
    return filled;
  }
}

/** Why a failure that is not printed counts as one. */
const refusal = (answer: string, status: number): string | null => {
  if (status !== 0) return `ended with ${status}: ${answer.slice(-1_500)}`;
  return !answer.startsWith('http') && /"error":|Error:|<html/.test(answer) ? answer.slice(0, 1_500) : null;
};
