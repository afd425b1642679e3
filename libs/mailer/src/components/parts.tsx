import { Button as EmailButton } from '@react-email/button'
import { Heading as EmailHeading } from '@react-email/heading'
import { Link as EmailLink } from '@react-email/link'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { createContext, Fragment, use, type ReactNode } from 'react'
import { looks } from './styles'

/** Whether parts are in small print. */
export const SmallPrint = createContext(false)

/** Texts below one another. */
export function TextLines({ of }: { of: readonly string[] }) {
  return of.map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ))
}

/** The lines of a text, whatever ends them. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/)
}

/** The heading of a part. */
export function Heading({ children }: { children: string }) {
  return (
    <EmailHeading as="h2" {...(use(SmallPrint) ? looks.smallHeading : looks.heading)}>
      {children}
    </EmailHeading>
  )
}

/** A paragraph. */
export function Paragraph({ children }: { children: ReactNode }) {
  return <Text {...(use(SmallPrint) ? looks.smallText : looks.text)}>{children}</Text>
}

/** A paragraph of lines, such as an address. */
export function Lines({ of }: { of: readonly string[] }) {
  return (
    <Paragraph>
      <TextLines of={of} />
    </Paragraph>
  )
}

/** A label and its value. */
export interface Fact {
  label: string
  value: string
  /** The row that the others lead to. */
  isTotal?: boolean
}

/** Labels with their values. */
export function Facts({ of }: { of: readonly Fact[] }) {
  return (
    <table {...looks.table}>
      <tbody>
        {of.map(({ label, value, isTotal }, index) => (
          <tr key={index}>
            <th scope="row" {...(isTotal ? looks.totalLabel : looks.label)}>
              {label}
            </th>
            <td {...(isTotal ? looks.totalValue : looks.value)}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The fact that the reader opened the email for: a day of arrival, a code. */
export function Panel({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <Section {...looks.panel}>
      <Text {...looks.panelText}>
        <span data-text-format="label" {...looks.panelLabel}>
          {label}
        </span>
        <span {...looks.panelValue}>{value}</span>
      </Text>
      {note && <Text {...looks.panelNote}>{note}</Text>}
    </Section>
  )
}

/** The button for the reader's next step. An email has one. */
export function Button({ href, children }: { href: string; children: string }) {
  return (
    <Section>
      <EmailButton href={href} {...looks.button}>
        {children}
      </EmailButton>
    </Section>
  )
}

/** A link in a line of its own. */
export function Link({ href, children }: { href: string; children: string }) {
  return (
    <Paragraph>
      <EmailLink href={href} {...looks.link}>
        {children}
      </EmailLink>
    </Paragraph>
  )
}

/** Words of someone else. */
export function Quote({ children }: { children: string }) {
  return (
    <blockquote {...looks.quote}>
      <TextLines of={linesOf(children)} />
    </blockquote>
  )
}
