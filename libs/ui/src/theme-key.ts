/** Storage key of the visitor's theme: `light`, `dark` or `system`. */
export const themeKey = 'theme'

/** Matches while the system's theme is dark. */
export const darkQuery = '(prefers-color-scheme: dark)'
