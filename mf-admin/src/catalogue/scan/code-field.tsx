import { cleanCode } from '@shop/settings'
import { Button, chakra, Field, Input } from '@shop/ui'
import { useEffect, useLayoutEffect, useState, type FormEvent, type RefObject } from 'react'
import { maxCodeLength } from '../stock/scanned-code'

const Form = chakra('form', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '.75rem', alignItems: 'end' },
})

/** Whether keys pressed in it are text of its own. */
const takesText = (element: Element | null): boolean =>
  (element instanceof HTMLInputElement && element.type !== 'radio') ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  element?.closest('[role=dialog]') !== null

/**
 * Sends what a handheld scanner types to the field wherever the focus is, unless that is another field. Tab leaves the
 * field as usual.
 */
function useKeepFocus(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      // A space presses buttons, and scrolls the page.
      const isText = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
      if (!isText || takesText(document.activeElement)) return
      field.current?.focus({ preventScroll: true })
      field.current?.select()
    }
    const onReturn = () => {
      const isFree =
        document.activeElement === document.body && document.getSelection()?.isCollapsed !== false
      if (isFree) field.current?.focus({ preventScroll: true })
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('click', onReturn)
    addEventListener('focus', onReturn)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('click', onReturn)
      removeEventListener('focus', onReturn)
    }
  }, [field])
}

export interface CodeFieldProps {
  field: RefObject<HTMLInputElement | null>
  onCode: (text: string) => void
}

/** A field for handheld scanners, which type the code and Enter, and for typing. It has the focus from the start. */
export function CodeField({ field, onCode }: CodeFieldProps) {
  const [keyboard, setKeyboard] = useState(false)
  useKeepFocus(field)
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true })
  }, [field])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = field.current?.value ?? ''
    if (cleanCode(text) !== '') onCode(text)
    field.current?.select()
  }
  return (
    <Form role="search" aria-label="Find by code" onSubmit={submit} noValidate>
      <Field label="Barcode, SKU or product address">
        <Input
          ref={field}
          // On touch screens the keyboard opens only when the field is pressed, not for a scanner.
          inputMode={keyboard ? 'text' : 'none'}
          onPointerDown={() => setKeyboard(true)}
          onClick={() => setKeyboard(true)}
          maxLength={maxCodeLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
        />
      </Field>
      <Button type="submit" variant="quiet" marginBottom=".4rem">
        Find
      </Button>
    </Form>
  )
}
