import { PageHead } from '@shop/settings'
import { Box, Heading, Text, Wrap } from '@shop/ui'
import type { ReactNode } from 'react'

/** A narrow page with one thing to do. */
export function AuthFrame({
  title,
  text,
  children,
}: {
  title: string
  text?: ReactNode
  children?: ReactNode
}) {
  return (
    <Wrap paddingBlock="clamp(2.5rem, 7vw, 6rem)">
      <PageHead title={title} description={title} noindex />
      <Box maxWidth="420px" marginInline="auto" display="grid" gap="1.5rem">
        <Heading level={1}>{title}</Heading>
        {text && <Text color="inkSoft">{text}</Text>}
        {children}
      </Box>
    </Wrap>
  )
}
