import { storedItem } from '@shop/state'
import { onDemand } from '@shop/ui'
import { useState, type ReactNode } from 'react'
import * as v from 'valibot'

/** The screens whose help is open in this browser, until it is closed. */
const openedItem = storedItem(
  'aurelle_help',
  v.pipe(
    v.array(v.pipe(v.string(), v.startsWith('/admin'), v.maxLength(80))),
    v.transform((paths) => paths.slice(0, 40)),
  ),
  { storage: 'local', fallback: [] },
)

const HelpPanel = onDemand(async () => (await import('./help-panel')).HelpPanel, 'The help')

/** The id of the panel, for the button that opens it. */
export const helpId = 'screen-help'

/** The help of the screen at a path. @param title the name of the screen @returns whether it is open, its switch, and the panel to render */
export function useHelp(
  pathname: string,
  title: string,
): { isOpen: boolean; toggle: () => void; panel: ReactNode } {
  const path = pathname.replace(/\/+$/, '')
  const [opened, setOpened] = useState(() => openedItem.read())
  const isOpen = opened.includes(path)
  const toggle = () => {
    const others = opened.filter((other) => other !== path)
    const next = isOpen ? others : [path, ...others]
    setOpened(next)
    openedItem.write(next)
  }
  return {
    isOpen,
    toggle,
    panel: isOpen && <HelpPanel id={helpId} path={path} title={title} onHide={toggle} />,
  }
}
