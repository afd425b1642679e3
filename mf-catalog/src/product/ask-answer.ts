/** Why asking was refused; the web server writes the same words into the address when it took the form. */
export type AskRefusal = 'email' | 'wait' | 'back' | 'error'

/** How a form sent without scripts ended, from the page's address; null when it was not sent. */
export function answerIn(search: URLSearchParams): 'sent' | AskRefusal | null {
  const word = search.get('asked')
  return word === 'sent' || word === 'email' || word === 'wait' || word === 'back' || word === 'error'
    ? word
    : null
}
