/** What a run may still send: requests to platforms and queries, of which an invocation has only so many. */
export class Budget {
  left: number;
  constructor(most: number) {
    this.left = most;
  }
  spend(): void {
    this.left--;
  }
}
