/** Header of a response between a rendered page and the web server: the id that the guest has from now on. Browsers get it as a cookie. */
export const renewedGuestHeader = 'x-session-id'
