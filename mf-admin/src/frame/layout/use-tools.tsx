import { useNavigate } from '@shop/router'
import { onDemand, useColorMode } from '@shop/ui'
import { useMemo, useState, type ReactNode } from 'react'
import { useTypedBefore } from '../palette/use-typed-before'
import { commands, shortcutsFor, type Shortcut } from '../shortcuts/shortcuts'
import { useShortcuts } from '../shortcuts/use-shortcuts'
import { useStaff } from '../staff/use-staff'
import { screens } from './screens'
import { useSignOut } from './use-sign-out'

const Palette = onDemand(async () => (await import('../palette/palette')).Palette, 'The search')
const Sheet = onDemand(
  async () => (await import('../shortcuts/shortcut-sheet')).ShortcutSheet,
  'The list of shortcuts',
)
const all = Object.values(screens)

/**
 * The shortcuts of the frame, the command palette and the sheet of shortcuts; the code of both is loaded when it is first wanted.
 *
 * @returns what opens the palette, and both dialogs to render
 */
export function useTools(toggleSidebar: () => void): { openPalette: () => void; dialogs: ReactNode } {
  const { may } = useStaff()
  const { signOut } = useSignOut()
  const { resolved, setMode } = useColorMode()
  const navigate = useNavigate()
  const [shown, setShown] = useState<'palette' | 'sheet' | null>(null)
  const [keepTyping, takeTyped] = useTypedBefore()
  const shortcuts = useMemo(() => shortcutsFor(may), [may])
  const close = () => {
    takeTyped()
    setShown(null)
  }
  const openPalette = () => {
    keepTyping()
    setShown('palette')
  }
  const showSheet = () => setShown('sheet')
  const actions: Record<keyof typeof commands, () => void> = {
    palette: () => (shown === 'palette' ? close() : openPalette()),
    sidebar: toggleSidebar,
    sheet: showSheet,
  }
  const names = Object.keys(commands).filter((name): name is keyof typeof commands => name in commands)
  useShortcuts(shortcuts, ({ keys, to }: Shortcut) => {
    if (to !== undefined) void navigate(to)
    else {
      const name = names.find((each) => commands[each].keys === keys)
      if (name) actions[name]()
    }
  })
  return {
    openPalette,
    dialogs: (
      <>
        <Palette
          open={shown === 'palette'}
          onClose={close}
          takeTyped={takeTyped}
          screens={all}
          commands={{
            signOut: () => void signOut(),
            showShortcuts: showSheet,
            switchTheme: () => setMode(resolved === 'dark' ? 'light' : 'dark'),
          }}
        />
        <Sheet open={shown === 'sheet'} onClose={close} shortcuts={shortcuts} />
      </>
    ),
  }
}
