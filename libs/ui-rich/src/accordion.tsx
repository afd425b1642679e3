import { Accordion as Parts } from '@chakra-ui/react/accordion'
import { Icon } from '@shop/ui'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'

export interface AccordionItem {
  value: string
  title: ReactNode
  content: ReactNode
}

export interface AccordionProps {
  items: AccordionItem[]
  /** Several may be open at once. */
  multiple?: boolean
  defaultValue?: string[]
}

/** Ruled lines that open one at a time; arrows move between them. Without that need, `Disclosure` of the ui lib is lighter. */
export function Accordion({ items, multiple, defaultValue }: AccordionProps) {
  return (
    <Parts.Root multiple={multiple} collapsible defaultValue={defaultValue} borderTop="1px solid {colors.line}">
      {items.map(({ value, title, content }) => (
        <Parts.Item key={value} value={value} borderBottom="1px solid {colors.line}">
          <h3>
            <Parts.ItemTrigger
              display="flex"
              width="100%"
              justifyContent="space-between"
              alignItems="center"
              gap="1rem"
              minHeight="56px"
              textAlign="start"
              fontWeight={520}
              cursor="pointer"
              css={{
                '& svg': { transition: 'transform {durations.quick} {easings.calm}', flex: 'none' },
                '&[data-state=open] svg': { transform: 'rotate(45deg)' },
              }}
            >
              {title}
              <Icon as={Plus} size="s" />
            </Parts.ItemTrigger>
          </h3>
          <Parts.ItemContent paddingBottom="1.25rem" color="inkSoft">
            {content}
          </Parts.ItemContent>
        </Parts.Item>
      ))}
    </Parts.Root>
  )
}
