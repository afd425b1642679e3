/** A status as a label: "in_transit" is "In transit". */
export function statusLabel(status: string): string {
  const spaced = status.replaceAll('_', ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
