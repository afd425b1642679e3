/** The page's background in each theme. */
export const pageBackground = { light: '#F2F0E9', dark: '#141511' }
