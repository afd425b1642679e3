import type { SVGProps } from 'react'
import type { ComponentType } from 'react'

/** Any outline drawing that takes SVG attributes, such as those of lucide-react. */
export type IconComponent = ComponentType<SVGProps<SVGSVGElement>>

export interface IconProps {
  as: IconComponent
  /** s 16, m 20, l 24 px. */
  size?: 's' | 'm' | 'l'
  /** Names the drawing; without it the icon is decoration. */
  label?: string
  /** Filled only for the featured star and an active wishlist heart. */
  filled?: boolean
  /** A colour of the palette; the text's own by default. */
  color?: string
  className?: string
}

const pixels = { s: 16, m: 20, l: 24 }

/** One outline icon with the house's fine stroke. */
export function Icon({ as: Drawing, size = 'm', label, filled, color, className }: IconProps) {
  return (
    <Drawing
      width={pixels[size]}
      height={pixels[size]}
      strokeWidth={1.25}
      fill={filled ? 'currentColor' : 'none'}
      className={className}
      color={
        color
          ? `var(--am-colors-${color.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)})`
          : undefined
      }
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
}
