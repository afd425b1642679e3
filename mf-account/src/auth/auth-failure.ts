/** What the provider itself said about a refused call, or null when the call broke on the way to it. */
export function providerMessage(error: unknown): string | null {
  return error instanceof Error && error.name.startsWith('Auth') ? error.message : null
}
