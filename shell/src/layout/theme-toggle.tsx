import { IconButton, useColorMode, type ColorMode, type IconButtonProps, type IconComponent } from '@shop/ui'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'

/** The three themes, in the order of the toggle. */
export const themes: readonly { mode: ColorMode; label: string; icon: IconComponent }[] = [
  { mode: 'light', label: 'Light', icon: Sun },
  { mode: 'dark', label: 'Dark', icon: Moon },
  { mode: 'system', label: 'System', icon: Monitor },
]

/** Cycles through light, dark and system. Its icon shows the current theme, its label the next. */
export function ThemeToggle({ display }: Pick<IconButtonProps, 'display'>) {
  const { mode, setMode } = useColorMode()
  const index = themes.findIndex((theme) => theme.mode === mode)
  const current = themes[index]
  const next = themes[(index + 1) % themes.length]
  if (!current || !next) return null
  const label = `Theme: ${current.label}. Switch to ${next.label.toLowerCase()}`
  return (
    <IconButton
      display={display}
      label={label}
      icon={current.icon}
      onClick={() => {
        setMode(next.mode)
      }}
    />
  )
}
