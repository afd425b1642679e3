/** Prefix of the custom properties of all tokens. */
export const prefix = 'am'

/** Smallest widths of the window at which a layout begins. */
export const breakpoints = { sm: '360px', md: '560px', lg: '900px', xl: '1100px' }
