// Requests that a test keeps at the processor, before or after their effect, until it lets them go on.
export class Held {
  #waiting: (() => void)[] = [];
  #expecting: (() => void)[] = [];

  /** Keeps the request that asks. */
  async keep(): Promise<void> {
    await new Promise<void>((go) => {
      this.#waiting.push(go);
      for (const told of this.#expecting.splice(0)) told();
    });
  }

  /** Answers once a request is kept. */
  async reached(): Promise<void> {
    if (this.#waiting.length === 0) await new Promise<void>((told) => this.#expecting.push(told));
  }

  /** How many went on. */
  release(): number {
    const gone = this.#waiting.splice(0);
    for (const go of gone) go();
    return gone.length;
  }
}
