import { useEffect, useRef, useState } from 'react'
import { keepCard, readCard, type GiftCard } from './gift-card'
import type { CodeHandle } from './code-field'
import { keepCode, readCode, type AppliedCode } from './promotion-code'

/** Why what was entered was not taken, in sentences. */
export interface Problems {
  code: string | null
  card: string | null
}

/** What the shopper entered to pay less of: a promotion code and a gift card. Both outlive a refresh. */
export function useDeductions() {
  const [code, setCode] = useState(readCode)
  const [card, setCard] = useState(readCard)
  const [problems, setProblems] = useState<Problems & { turn: number }>({ code: null, card: null, turn: 0 })
  const codeField = useRef<CodeHandle>(null)
  const cardField = useRef<CodeHandle>(null)
  useEffect(() => {
    keepCode(code)
  }, [code])
  useEffect(() => {
    keepCard(card)
  }, [card])
  return {
    /** For the two fields. */
    codeField,
    cardField,
    /** Takes in what was typed into the fields and not applied yet: false when something was not accepted, which its field says. */
    settle: async () =>
      ((await codeField.current?.settle()) ?? true) && ((await cardField.current?.settle()) ?? true),
    code,
    card,
    /** The last problems; `turn` tells the same words said again. */
    problems,
    enterCode: (next: AppliedCode | null) => {
      setCode(next)
    },
    enterCard: (next: GiftCard | null) => {
      setCard(next)
    },
    /** Takes away what was not taken, and says why. */
    refuse: (given: Problems) => {
      if (given.code) setCode(null)
      if (given.card) setCard(null)
      setProblems(({ turn }) => ({ ...given, turn: turn + 1 }))
    },
  }
}

/** Forgets what was entered, once it is paid with. */
export function forgetDeductions(): void {
  keepCode(null)
  keepCard(null)
}
