/** A function that works its result out when it is first called. */
export function once<Result>(workOut: () => Result): () => Result {
  let known: { result: Result } | undefined
  return () => (known ??= { result: workOut() }).result
}
