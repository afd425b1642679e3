import { chakra } from '@shop/ui'

const Cap = chakra('kbd', {
  base: {
    display: 'inline-block',
    minWidth: '1.5rem',
    paddingInline: '.35rem',
    border: '1px solid {colors.lineStrong}',
    borderRadius: 'control',
    background: 'surface',
    color: 'ink',
    font: 'inherit',
    fontSize: '.75rem',
    lineHeight: '1.35rem',
    textAlign: 'center',
    whiteSpace: 'nowrap',
  },
})

const isMac = () => typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform)

const names: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
}

/** Keys as they are printed on the keyboard: `mod+k` as Ctrl K, or ⌘ K on a Mac. */
export function KeyCaps({ keys }: { keys: string }) {
  const caps = keys.split(/[+ ]/).map((key) => {
    if (key === 'mod') return isMac() ? '⌘' : 'Ctrl'
    return names[key] ?? (key.length === 1 ? key.toUpperCase() : key)
  })
  return (
    <chakra.span display="inline-flex" alignItems="center" gap=".3rem">
      {caps.map((cap, index) => (
        <span key={`${String(index)}${cap}`}>
          {keys.includes(' ') && index > 0 && (
            <chakra.span color="muted" textStyle="micro" marginInlineEnd=".3rem">
              then
            </chakra.span>
          )}
          <Cap>{cap}</Cap>
        </span>
      ))}
    </chakra.span>
  )
}
