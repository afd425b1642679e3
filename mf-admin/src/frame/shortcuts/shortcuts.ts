import type { Right } from '../staff/rights'

/** A shortcut of the back office. */
export interface Shortcut {
  /** `mod+k` with Ctrl, or Command on a Mac; `?` alone; `g o` one after the other. Those without `mod` wait while something is typed. */
  keys: string
  label: string
  /** The screen it opens. Without one it is a command of the frame. */
  to?: string
  /** The right its screen needs. */
  right?: Right
}

/** What the frame does itself. */
export const commands = {
  palette: { keys: 'mod+k', label: 'Find anything' },
  sidebar: { keys: 'mod+b', label: 'Show or hide the sidebar' },
  sheet: { keys: '?', label: 'Show the keyboard shortcuts' },
} as const satisfies Record<string, Shortcut>

/** The screens that have keys of their own. */
const places: readonly Shortcut[] = [
  { keys: 'g d', label: 'Go to the dashboard', to: '/admin/dashboard' },
  { keys: 'g p', label: 'Go to the products', to: '/admin/products' },
  { keys: 'g o', label: 'Go to the orders', to: '/admin/orders', right: 'orders' },
  { keys: 'g c', label: 'Go to the customers', to: '/admin/customers', right: 'customers' },
  { keys: 'g m', label: 'Go to the messages', to: '/admin/messages', right: 'messages' },
  { keys: 'g s', label: 'Go to the scan', to: '/admin/scan' },
]

/** The shortcuts of a member of staff: what is registered, and what the sheet shows. */
export const shortcutsFor = (may: (right: Right) => boolean): readonly Shortcut[] => [
  ...Object.values(commands),
  ...places.filter(({ right }) => !right || may(right)),
]

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** A press as `keys` spells it. */
function spelling({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string | undefined {
  if (altKey || key.length !== 1) return undefined
  if (ctrlKey || metaKey) return shiftKey ? undefined : `mod+${key.toLowerCase()}`
  return key
}

/**
 * The shortcut that a press completes.
 *
 * @param before the key pressed before it, if a sequence may have begun
 */
export function shortcutAt(
  list: readonly Shortcut[],
  event: Pressed,
  before: string | undefined,
): { shortcut?: Shortcut; begun?: string } {
  const press = spelling(event)
  if (press === undefined) return {}
  const sequence = before && list.find(({ keys }) => keys === `${before} ${press}`)
  if (sequence) return { shortcut: sequence }
  const shortcut = list.find(({ keys }) => keys === press)
  if (shortcut) return { shortcut }
  return list.some(({ keys }) => keys.startsWith(`${press} `)) ? { begun: press } : {}
}
