/** Resolves in a task of its own, so that what follows does not lengthen the one that is running. */
export const yieldToMain = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve)
  })
