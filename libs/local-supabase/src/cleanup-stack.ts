/** Stops in reverse order what a start has started so far; also runs when a later step of the start fails. */
export class CleanupStack {
  readonly #steps: (() => Promise<unknown>)[] = []

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step)
  }

  /** Runs every step once. */
  readonly run = async (): Promise<void> => {
    for (const step of this.#steps.splice(0).reverse()) await step()
  }
}
