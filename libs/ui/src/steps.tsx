import { chakra } from '@chakra-ui/react/styled-system'
import { VisuallyHidden } from './layout'

export interface StepsProps {
  items: string[]
  /** Index of the current step, from 0. */
  current: number
  label?: string
}

/** The steps of a purchase; the current one has a brass line. */
export function Steps({ items, current, label = 'Progress' }: StepsProps) {
  return (
    <chakra.ol
      aria-label={label}
      display="flex"
      flexWrap="wrap"
      gap=".75rem 2rem"
      textStyle="small"
      color="muted"
    >
      {items.map((item, index) => (
        <chakra.li
          key={item}
          aria-current={index === current ? 'step' : undefined}
          borderBottom="1px solid transparent"
          paddingBottom=".25rem"
          {...(index === current && { color: 'ink', fontWeight: 520, borderColor: 'brass' })}
        >
          {item}
          {index < current && <VisuallyHidden> (done)</VisuallyHidden>}
        </chakra.li>
      ))}
    </chakra.ol>
  )
}
