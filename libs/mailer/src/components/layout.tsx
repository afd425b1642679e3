import { Body } from '@react-email/body'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Html } from '@react-email/html'
import { Section } from '@react-email/section'
import { shop } from '@shop/settings'
import type { ReactNode } from 'react'
import { SmallPrint, TextLines } from './parts'
import { looks, sheet } from './styles'

/** The content of an email. */
export interface EmailContent {
  subject: string
  /** The subject, unless the email greets in other words. */
  heading?: string
  body: ReactNode
  /** Terms and rights that the email must contain, small and at the end. */
  terms?: ReactNode
  /** The address where the recipient declines such emails, for their mail client. */
  unsubscribe?: string
}

/** An email 600 pixels wide and narrower, light and dark: no images, no scripts, nothing fetched. */
export function Layout({
  subject,
  heading = subject,
  body,
  terms,
  sender,
}: EmailContent & { sender: string[] }) {
  return (
    <Html lang="en-GB">
      <Head>
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
        <title>{subject}</title>
        <style>{sheet}</style>
      </Head>
      <Body {...looks.ground}>
        <Section {...looks.edge}>
          <Container {...looks.page}>
            <Section {...looks.brand}>{shop.name}</Section>
            <Section {...looks.body}>
              <Heading {...looks.title}>{heading}</Heading>
              {body}
            </Section>
            {terms && (
              <Section {...looks.terms}>
                <SmallPrint value>{terms}</SmallPrint>
              </Section>
            )}
            <Section {...looks.footer}>
              <TextLines of={sender} />
            </Section>
          </Container>
        </Section>
      </Body>
    </Html>
  )
}
