/** Steps that stop what was started, run in reverse order: also when a later start fails. */
export class Undo {
  readonly #steps: (() => Promise<unknown>)[] = []

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step)
  }

  /** Runs every step once. */
  readonly run = async (): Promise<void> => {
    for (const step of this.#steps.splice(0).reverse()) await step()
  }
}
