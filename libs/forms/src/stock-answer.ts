/** Why a request for a letter was refused, as the word that stands for it in the address of the product's page. */
export type StockRefusal = 'email' | 'wait' | 'back' | 'error'

/** How a request sent without scripts ended, from the address of the product's page; null when none was sent. */
export function stockAnswerIn(search: URLSearchParams): 'sent' | StockRefusal | null {
  const word = search.get('asked')
  return word === 'sent' || word === 'email' || word === 'wait' || word === 'back' || word === 'error'
    ? word
    : null
}
