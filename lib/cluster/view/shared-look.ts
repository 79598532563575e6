export interface LookTimes {
  /** An answer so young is given as it is, ms. */
  readonly keepMs: number;
  /** One that is older is given while the next is asked for, up to this age, ms; after that the next is waited for. */
  readonly lendMs: number;
}

/** What can only be asked, asked once for all who want it. `ask` must not throw. */
export class SharedLook<T> {
  private last: { readonly value: T; readonly atMs: number } | null = null;
  private underWay: Promise<T> | null = null;

  constructor(
    private readonly ask: () => Promise<T>,
    private readonly times: LookTimes,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  async read(): Promise<T> {
    const ageMs = this.last === null ? Infinity : this.nowMs() - this.last.atMs;
    if (this.last !== null && ageMs <= this.times.keepMs) return this.last.value;
    this.underWay ??= this.look();
    return this.last !== null && ageMs <= this.times.lendMs ? this.last.value : this.underWay;
  }

  private async look(): Promise<T> {
    try {
      const value = await this.ask();
      this.last = { value, atMs: this.nowMs() };
      return value;
    } finally {
      this.underWay = null;
    }
  }
}
