import type { OfferedPromotion } from '@shop/pricing'
import { useAtomValue, useSetAtom } from '@shop/state'
import { useRef, useState } from 'react'
import type { CodeHandle } from './code-field'
import { enteredCard, type GiftCard } from './gift-card'
import { enteredCode } from './promotion-code'

/** Error messages for rejected codes. */
export interface Problems {
  code: string | null
  card: string | null
}

/**
 * The promotion code and the gift card that the shopper entered. Both survive a refresh.
 * @param onEdit called when the shopper enters or removes one
 * @param isRestored whether the page shows what the browser has stored
 * @param posted why codes were rejected that were posted
 */
export function useDeductions(
  onEdit: () => void,
  isRestored: boolean,
  posted: { promotion?: string; giftCard?: string } = {},
) {
  const storedCode = useAtomValue(enteredCode)
  const storedCard = useAtomValue(enteredCard)
  const setCode = useSetAtom(enteredCode)
  const setCard = useSetAtom(enteredCard)
  const [problems, setProblems] = useState<Problems & { turn: number }>({
    code: posted.promotion ?? null,
    card: posted.giftCard ?? null,
    turn: 0,
  })
  const [isShown, setIsShown] = useState(false)
  const codeField = useRef<CodeHandle>(null)
  const cardField = useRef<CodeHandle>(null)
  return {
    /** Refs of the two fields. */
    codeField,
    cardField,
    /** Whether the fields are unfolded, where the summary that holds them folds. */
    isShown,
    setIsShown,
    /** Applies codes that were typed but not applied. Resolves to false when one was rejected; its field shows the error. */
    settle: async () => {
      // A rejected code is said at its field.
      if (codeField.current?.isTyped() || cardField.current?.isTyped()) setIsShown(true)
      return ((await codeField.current?.settle()) ?? true) && ((await cardField.current?.settle()) ?? true)
    },
    code: isRestored ? storedCode : null,
    card: isRestored ? storedCard : null,
    /** The last error messages; `turn` distinguishes the same message shown twice. */
    problems,
    enterCode: (next: OfferedPromotion | null) => {
      setCode(next ?? undefined)
      onEdit()
    },
    enterCard: (next: GiftCard | null) => {
      setCard(next ?? undefined)
      onEdit()
    },
    /** Clears codes that the server rejected and shows why. */
    reject: (rejected: Problems) => {
      if (rejected.code) setCode(undefined)
      if (rejected.card) setCard(undefined)
      setIsShown(true)
      setProblems(({ turn }) => ({ ...rejected, turn: turn + 1 }))
    },
  }
}

export type Deductions = ReturnType<typeof useDeductions>
