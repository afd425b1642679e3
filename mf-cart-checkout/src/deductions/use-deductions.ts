import { useEffect, useRef, useState } from 'react'
import type { CodeHandle } from './code-field'
import { keepCard, readCard, type GiftCard } from './gift-card'
import { keepCode, readCode, type AppliedCode } from './promotion-code'

/** Why what was entered was not taken, in sentences. */
export interface Problems {
  code: string | null
  card: string | null
}

/**
 * What the shopper entered to pay less of: a promotion code and a gift card. Both outlive a refresh.
 * @param onEdit called when the shopper enters or removes one
 */
export function useDeductions(onEdit: () => void) {
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
    /** The last problems; `turn` tells the same sentence said again. */
    problems,
    enterCode: (next: AppliedCode | null) => {
      setCode(next)
      onEdit()
    },
    enterCard: (next: GiftCard | null) => {
      setCard(next)
      onEdit()
    },
    /** Takes away what was not taken, and says why. */
    refuse: (refused: Problems) => {
      if (refused.code) setCode(null)
      if (refused.card) setCard(null)
      setProblems(({ turn }) => ({ ...refused, turn: turn + 1 }))
    },
  }
}

export type Deductions = ReturnType<typeof useDeductions>

/** Forgets what was entered, once it is paid with. */
export function forgetDeductions(): void {
  keepCode(null)
  keepCard(null)
}
