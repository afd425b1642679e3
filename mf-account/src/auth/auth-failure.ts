/** The provider's message for a rejected call, or null after a network failure. */
export function providerMessage(error: unknown): string | null {
  const failure = error instanceof Error && error.name.startsWith('Auth') ? error : null
  // Its message only dumps the response.
  return failure?.name === 'AuthRetryableFetchError' ? null : (failure?.message ?? null)
}

/** The provider's code of a rejected call, such as 'invalid_credentials'; null for anything else. */
export function providerCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
