/** Says once that something does not work, however many tasks notice it, until all of them work again. */
export class Outage {
  private readonly suffering = new Set<string>()

  /** @param say turns the reason into the line to log */
  constructor(private readonly say: (reason: string) => void) {}

  failed(task: string, reason: string): void {
    if (this.suffering.size === 0) this.say(reason)
    this.suffering.add(task)
  }

  worked(task: string): void {
    this.suffering.delete(task)
  }
}
