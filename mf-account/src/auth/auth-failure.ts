/** The provider's message for a refused call, or null after a network failure. */
export function providerMessage(error: unknown): string | null {
  return error instanceof Error && error.name.startsWith('Auth') ? error.message : null
}
