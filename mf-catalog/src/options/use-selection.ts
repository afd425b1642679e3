import { useSearchParams } from '@shop/router'
import { useState } from 'react'
import type { Product } from '../product/read-product'
import { changeChoice, choiceParams, readChoice } from './choice'
import { selectionOf, type Selection } from './selection'

/** The selection in the page's URL, and the way to change it: shown at once, the URL follows without a history entry. */
export function useSelection(product: Product): {
  selection: Selection
  choose: (option: number, value: string) => void
} {
  const [params, setParams] = useSearchParams()
  const [shown, setShown] = useState(params)
  const [synced, setSynced] = useState(params)
  if (synced !== params) {
    setSynced(params)
    setShown(params)
  }
  const selection = selectionOf(product, readChoice(product, shown))
  return {
    selection,
    choose(option, value) {
      const next = choiceParams(product, changeChoice(product, selection.choice, option, value), shown)
      next.delete('asked') // the outcome of a form for the previous choice
      setShown(next)
      setParams(next, { replace: true, preventScrollReset: true })
    },
  }
}
