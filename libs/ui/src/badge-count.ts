/** A count as a badge has room for it. */
export const badgeCount = (count: number): string => (count > 99 ? '99+' : String(count))
