import { Button, chakra } from '@shop/ui'
import type { ReactNode } from 'react'

const Form = chakra('form', { base: { display: 'flex', flexWrap: 'wrap', gap: '.5rem' } })

// With scripts a change needs no button.
const Change = chakra(Button, { base: { '@media (scripting: enabled)': { display: 'none' } } })

interface LineFormProps {
  /** Id of the line. */
  line: string
  /** What it changes: "quantity of Eye Mask". */
  changes: string
  /** A field, which with scripts changes the line by itself. */
  children: ReactNode
}

/** A form that changes a cart line; it is posted to the cart. */
export function LineForm({ line, changes, children }: LineFormProps) {
  return (
    <Form
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
      }}
    >
      <input type="hidden" name="line" value={line} />
      {children}
      <Change type="submit" variant="quiet" aria-label={`Change ${changes}`}>
        Change
      </Change>
    </Form>
  )
}
