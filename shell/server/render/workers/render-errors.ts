/** A page's code could not render it. */
export class RenderFailed extends Error {
  override name = 'RenderFailed'
}

/** A task that took its worker along: it ran too long, or took too much memory. */
export class WorkerEnded extends RenderFailed {
  override name = 'WorkerEnded'
}

/** Too many pages wait for a worker: the visitor may try again in a moment. */
export class TooBusy extends Error {
  override name = 'TooBusy'

  constructor() {
    super('Too many pages are being rendered')
  }
}
