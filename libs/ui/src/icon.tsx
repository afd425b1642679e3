import type { SVGProps } from 'react'
import type { ComponentType } from 'react'

/** A component that accepts SVG props, such as the icons of lucide-react. */
export type IconComponent = ComponentType<SVGProps<SVGSVGElement>>

export interface IconProps {
  as: IconComponent
  /** s 16, m 20, l 24 px. */
  size?: 's' | 'm' | 'l'
  /** Accessible name; without it the icon is decorative. */
  label?: string
  /** Filled only for the featured star. */
  filled?: boolean
  /** A colour of the palette; currentColor by default. */
  color?: string
  className?: string
}

const pixels = { s: 16, m: 20, l: 24 }

/** An outline icon with the stroke width of the theme. */
export function Icon({ as: Glyph, size = 'm', label, filled, color, className }: IconProps) {
  return (
    <Glyph
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
