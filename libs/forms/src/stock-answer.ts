/** Why a back-in-stock request was refused, as in the query of the product page. */
export type StockRefusal = 'email' | 'wait' | 'back' | 'error'

/** The result of a back-in-stock request sent without scripts, from the query of the product page; null when none was sent. */
export function stockAnswerIn(search: URLSearchParams): 'sent' | StockRefusal | null {
  const result = search.get('asked')
  return result === 'sent' ||
    result === 'email' ||
    result === 'wait' ||
    result === 'back' ||
    result === 'error'
    ? result
    : null
}
