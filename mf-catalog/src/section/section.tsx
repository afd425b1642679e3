import { chakra, Flex, Heading, TextLink, Wrap } from '@shop/ui'
import { useId, type ReactNode } from 'react'

export interface SectionProps {
  title: string
  /** Where all of it is to be found. */
  more?: { to: string; label: string }
  children: ReactNode
}

/** A section of a page: heading, link to all of it, content. */
export function Section({ title, more, children }: SectionProps) {
  const id = useId()
  return (
    <chakra.section aria-labelledby={id} paddingTop="section">
      <Wrap>
        <Flex
          flexWrap="wrap"
          justifyContent="space-between"
          alignItems="baseline"
          gap="1rem 2rem"
          marginBottom="clamp(1.75rem, 3vw, 3rem)"
        >
          <Heading level={2} id={id}>
            {title}
          </Heading>
          {more && (
            <TextLink to={more.to} block>
              {more.label}
            </TextLink>
          )}
        </Flex>
        {children}
      </Wrap>
    </chakra.section>
  )
}
