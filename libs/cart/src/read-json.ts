// Readers of unvalidated rows: a value of another type is empty. Written by hand because the cart is on every page.
export const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
export const text = (value: unknown) => (typeof value === 'string' ? value : '')
export const count = (value: unknown) => (typeof value === 'number' ? value : 0)
