/** A draw that failed by its page's code. */
export class DrawingFailed extends Error {
  /** @param ended it took its thread along */
  constructor(
    message: string,
    readonly ended: boolean,
  ) {
    super(message)
    this.name = 'DrawingFailed'
  }
}

/** A draw that was not at fault when its thread ended, and may be tried in another. */
export class Displaced extends Error {}

/** Loading a remote's build ended the thread. */
export class LoadFailed extends Error {
  /** @param remote null when it was the shell's */
  constructor(
    readonly remote: string | null,
    reason: string,
  ) {
    super(reason)
  }
}
