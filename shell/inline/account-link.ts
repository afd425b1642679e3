/** What a link of the account's letters carries in its fragment: a session, or why there is none. */
const carried = /[#&](access_token|error_code|message)=/

/**
 * Takes the links of the account's letters to the page that explains them, whichever page they lead to: the provider leads to the
 * home page where a letter asks for nothing else.
 */
export function followAccountLink(): void {
  if (carried.test(location.hash) && location.pathname !== '/auth/link')
    location.replace(`/auth/link${location.hash}`)
}
