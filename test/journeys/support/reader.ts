// Somebody who pastes the commands of our documents, and compares what comes with what is printed.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, MINUTE_MS } from '../../../src/kit/time.ts';
import type { Demo } from '../../../tools/demo/demo-file.ts';
import { fetchLocal } from '../../../tools/demo/fetch-local.ts';
import { pause } from './pause.ts';
import { HttpPerson } from './person.ts';
import { differs, idsIn, type Printed, printedIn, Shell, withoutChance } from './printed-commands.ts';

/** So often it is looked whether what must come is there, with a pause in between: more often than any machine needs. */
const LOOKS = 600;
const PAUSE_MS = 100;
/** After so many, the processor is taken for one that answered too late for its minute. */
const LOOKS_A_MINUTE = 50;

export interface Page {
  name: string;
  printed: Printed[];
}

/** The README and what lies in docs, in the order in which they are read. */
export async function printedOn(root: string): Promise<Page[]> {
  const docs = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md')).sort();
  const names = ['README.md', ...docs.map((name) => `docs/${name}`)];
  return await Promise.all(
    names.map(async (name) => ({ name, printed: printedIn(await readFile(join(root, name), 'utf8')) })),
  );
}

export class Reader {
  readonly #shell: Shell;
  readonly #port: number;
  readonly #demo: Demo;
  readonly #terminal: () => string;
  readonly #now: () => number;
  readonly #looks: number;
  /** What stands here in the place of printed IDs, and of what the reader fills in. */
  readonly #here = new Map<string, string>();
  #last = '';
  #scheduled: URL | null = null;
  followed = 0;

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
  }

  end(): void {
    this.#shell.end();
  }

  /** Throws where an answer is another than the printed one. */
  async follow({ name, printed }: Page): Promise<void> {
    for (const one of printed) {
      const where = `${name}: ${'text' in one ? one.text : one.answer}`;
      if (one.kind === 'terminal') await this.#shows(one.text, where);
      else if (one.kind === 'again') await this.#answers(this.#last, one.answer, where);
      else if (one.kind === 'command') await this.#answers(one.text, one.answer, where);
      // The first block is how all of this was begun.
      else if (!/^(?:npm|npx) /.test(one.text)) await this.#setUp(one.text, where);
    }
  }

  async #answers(text: string, printed: string, where: string): Promise<void> {
    this.#last = text;
    this.followed += 1;
    const command = this.#filled(text);
    if (!command.startsWith('curl ')) throw new Error(`${where}\nis for no service on this machine.`);
    // What only reads shows what comes of the step before as soon as it is there.
    const reads = !/ -d | -X |scheduled/.test(command);
    if (command.includes('scheduled?')) this.#scheduled = new URL(command.match(/http:[^?"]+/)![0]);
    for (let tried = 1; ; tried++) {
      const answer = await this.#shell.run(command);
      const problem = printed.trim() === '' ? refusal(answer) : differs(printed, answer);
      if (problem === null) {
        for (const [old, now] of idsIn(printed, answer)) this.#here.set(old, now);
        return;
      }
      if (!reads || tried === this.#looks) throw new Error(`${where}\n${problem}`);
      await pause(PAUSE_MS);
      // A processor that answered too late for one minute is asked again in the next, as the crons would.
      if (tried % LOOKS_A_MINUTE === 0 && this.#scheduled) await this.#nextMinute(tried / LOOKS_A_MINUTE);
    }
  }

  async #nextMinute(n: number): Promise<void> {
    const query = new URLSearchParams({
      cron: '* * * * *',
      time: `${this.#now() + DAY_MS + n * MINUTE_MS}`,
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
    // A command a time, since one may need what the one before has answered.
    for (const command of text.includes('…') ? text.split(/(?<!\\)\n/) : [text]) {
      this.followed += 1;
      if (/\b(?:npm|npx)\b/.test(command)) throw new Error(`${where}\nis for no service on this machine.`);
      const answer = await this.#shell.run(this.#filled(command));
      const problem = answer === '' || answer.startsWith('http') ? null : refusal(answer);
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
  }

  /** With the ports of this run. */
  #filled(text: string): string {
    let filled = text.replace(
      /(?<=127\.0\.0\.1:)87(8[7-9]|90)/g,
      (port) => `${this.#port + Number(port) - 8787}`,
    );
    for (const [printed, here] of this.#here) filled = filled.replaceAll(printed, here);
    return filled;
  }
}

/** Why an answer that is not printed is none. */
const refusal = (answer: string): string | null =>
  /"error":|command not found|Error:|<html/.test(answer) ? answer.slice(0, 1_500) : null;
