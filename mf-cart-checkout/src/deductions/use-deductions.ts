import { useEffect, useRef, useState } from 'react'
import type { CodeHandle } from './code-field'
import { writeCard, readCard, type GiftCard } from './gift-card'
import { writeCode, readCode, type AppliedCode } from './promotion-code'

/** Error messages for refused codes. */
export interface Problems {
  code: string | null
  card: string | null
}

/**
 * The promotion code and the gift card that the shopper entered. Both survive a refresh.
 * @param onEdit called when the shopper enters or removes one
 */
export function useDeductions(onEdit: () => void) {
  const [code, setCode] = useState(readCode)
  const [card, setCard] = useState(readCard)
  const [problems, setProblems] = useState<Problems & { turn: number }>({ code: null, card: null, turn: 0 })
  const codeField = useRef<CodeHandle>(null)
  const cardField = useRef<CodeHandle>(null)
  useEffect(() => {
    writeCode(code)
  }, [code])
  useEffect(() => {
    writeCard(card)
  }, [card])
  return {
    /** Refs of the two fields. */
    codeField,
    cardField,
    /** Applies codes that were typed but not applied. Resolves to false when one was refused; its field shows the error. */
    settle: async () =>
      ((await codeField.current?.settle()) ?? true) && ((await cardField.current?.settle()) ?? true),
    code,
    card,
    /** The last error messages; `turn` distinguishes the same message shown twice. */
    problems,
    enterCode: (next: AppliedCode | null) => {
      setCode(next)
      onEdit()
    },
    enterCard: (next: GiftCard | null) => {
      setCard(next)
      onEdit()
    },
    /** Clears codes that the server rejected and shows why. */
    refuse: (refused: Problems) => {
      if (refused.code) setCode(null)
      if (refused.card) setCard(null)
      setProblems(({ turn }) => ({ ...refused, turn: turn + 1 }))
    },
  }
}

export type Deductions = ReturnType<typeof useDeductions>

/** Clears both codes after the payment. */
export function forgetDeductions(): void {
  writeCode(null)
  writeCard(null)
}
