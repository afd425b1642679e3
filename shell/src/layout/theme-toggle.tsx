import { IconButton, useColorMode, type ColorMode, type IconButtonProps, type IconComponent } from '@shop/ui'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'

/** The three kinds of light, in the order in which the toggle goes round. */
export const lights: readonly { mode: ColorMode; label: string; icon: IconComponent }[] = [
  { mode: 'light', label: 'Light', icon: Sun },
  { mode: 'dark', label: 'Dark', icon: Moon },
  { mode: 'system', label: 'System', icon: Monitor },
]

/** Goes round light, dark and what the device says. Shows the present one, names the next. */
export function ThemeToggle({ display }: Pick<IconButtonProps, 'display'>) {
  const { mode, setMode } = useColorMode()
  const at = lights.findIndex((light) => light.mode === mode)
  const present = lights[at]
  const next = lights[(at + 1) % lights.length]
  if (!present || !next) return null
  const label = `Theme: ${present.label}. Switch to ${next.label.toLowerCase()}`
  return (
    <IconButton
      display={display}
      label={label}
      icon={present.icon}
      onClick={() => {
        setMode(next.mode)
      }}
    />
  )
}
