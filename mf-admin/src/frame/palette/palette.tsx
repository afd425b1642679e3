import { useNavigate } from '@shop/router'
import { Modal } from '@shop/ui'
import { useCallback, useMemo, useRef } from 'react'
import { useStaff } from '../staff/use-staff'
import { knownEntries, type Entry, type PaletteCommands, type PaletteScreen } from './entries'
import type { Typed } from './keep-typing'
import { PaletteBox } from './palette-box'
import { noteOpened } from './recent'

export interface PaletteProps {
  open: boolean
  onClose: () => void
  /** Ends keeping what is typed, and returns it. */
  takeTyped: () => Typed
  screens: readonly PaletteScreen[]
  commands: PaletteCommands
}

/** The command palette: screens, actions, settings and the records of the shop by what is typed. */
export function Palette({ open, onClose, takeTyped, screens, commands }: PaletteProps) {
  const field = useRef<HTMLInputElement>(null)
  const { may, userId } = useStaff()
  const navigate = useNavigate()
  const known = useMemo(() => knownEntries(screens, may, commands), [screens, may, commands])
  const choose = useCallback(
    (entry: Entry) => {
      noteOpened(userId, entry)
      onClose()
      if (entry.to !== undefined) void navigate(entry.to)
      else entry.run?.()
    },
    [userId, onClose, navigate],
  )
  return (
    <Modal open={open} onClose={onClose} placement="centre" aria-label="Find anything" initialFocus={field}>
      <PaletteBox field={field} takeTyped={takeTyped} known={known} onChoose={choose} onClose={onClose} />
    </Modal>
  )
}
