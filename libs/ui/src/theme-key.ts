/** Where the visitor's choice of theme is stored: `light`, `dark` or `system`. */
export const themeKey = 'theme'

/** Matches while the system asks for dark colours. */
export const darkQuery = '(prefers-color-scheme: dark)'
