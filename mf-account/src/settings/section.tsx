import { Box, Heading, Text } from '@shop/ui'
import type { ReactNode } from 'react'

/** A part of a page of settings, under a rule. */
export function Section({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <Box as="section" display="grid" gap="1.25rem" borderTop="1px solid {colors.line}" paddingTop="1.75rem">
      <Box display="grid" gap=".4rem">
        <Heading level={2} look="h3">
          {title}
        </Heading>
        {text && <Text color="inkSoft">{text}</Text>}
      </Box>
      {children}
    </Box>
  )
}
