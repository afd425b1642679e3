import { useSearchParams } from '@shop/router'
import { useState } from 'react'
import { changeChoice, choiceParams, readChoice } from './choice'
import { selectionOf, type SelectableProduct, type Selection } from './selection'

/** The selection in the page's URL, and the way to change it: shown at once, the URL follows without a history entry. */
export function useSelection(product: SelectableProduct): {
  selection: Selection
  choose: (option: number, value: string) => void
} {
  const [params, setParams] = useSearchParams()
  const [pending, setPending] = useState({ from: params, to: params })
  const shown = pending.from === params ? pending.to : params
  const selection = selectionOf(product, readChoice(product, shown))
  return {
    selection,
    choose(option, value) {
      const rest = new URLSearchParams(shown)
      const next = choiceParams(product, changeChoice(product, selection.choice, option, value), rest)
      setPending({ from: params, to: next })
      setParams(next, { replace: true, preventScrollReset: true })
    },
  }
}
