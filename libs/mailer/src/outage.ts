/** Logs an outage once, however many tasks notice it, until all of them work again. */
export class Outage {
  private readonly failing = new Set<string>()

  /** @param describe turns the reason into the line to log */
  constructor(private readonly describe: (reason: string) => void) {}

  get isActive(): boolean {
    return this.failing.size > 0
  }

  failed(task: string, reason: string): void {
    if (this.failing.size === 0) this.describe(reason)
    this.failing.add(task)
  }

  worked(task: string): void {
    this.failing.delete(task)
  }
}
