/** Name of the global variable in which a remote's container registers itself. */
export function globalNameOf(name: string): string {
  return name.replaceAll('-', '_')
}
