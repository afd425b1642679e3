/** The page's background in each theme. */
export const ground = { light: '#F2F0E9', dark: '#141511' }
