import { Field, Input } from '@shop/ui'
import { useState, type ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { ReadValue, useReadOnly } from '../../../kit/read-only'

const isCount = (text: string) => /^\d{1,7}$/.test(text.trim())

/** What is sent for a number as typed: the difference, or a word that the form's rule rejects. */
function changeOf(text: string, stock: number): string {
  if (text.trim() === '') return 'blank'
  return isCount(text) ? String(Number(text) - stock) : 'invalid'
}

/** The number to show: that in stock with the change, unless the field is blank. */
const shownFor = (change: unknown, stock: number) => {
  const difference = Number(change)
  return Number.isInteger(difference) ? String(stock + difference) : ''
}

interface StockFieldProps {
  /** The name of the field with the difference. */
  name: string
  label: ReactNode
  required?: boolean
  /** The stock when the record was read. */
  stock: number
}

/**
 * The stock that there shall be. The form sends the difference to the stock that was read, so that what is sold meanwhile
 * stays sold.
 */
export function StockField({ name, label, required, stock }: StockFieldProps) {
  const { field, fieldState } = useController<Record<string, string>>({ name })
  const [text, setText] = useState(() => shownFor(field.value, stock))
  const [known, setKnown] = useState({ stock, value: field.value })
  if (known.stock !== stock || known.value !== field.value) {
    // The record was read again, so that the difference stays and the number moves; or the form itself set the difference.
    setKnown({ stock, value: field.value })
    setText(shownFor(field.value, stock))
  }
  const change = Number(field.value)
  if (useReadOnly()) return <ReadValue label={label}>{text}</ReadValue>
  const input = (
    <Input
      ref={field.ref}
      name={field.name}
      type="number"
      inputMode="numeric"
      min={0}
      step={1}
      value={text}
      onBlur={field.onBlur}
      onWheel={({ currentTarget }) => currentTarget.blur()}
      onChange={({ target }) => {
        const value = changeOf(target.value, stock)
        setText(target.value)
        setKnown({ stock, value })
        field.onChange(value)
      }}
    />
  )
  return (
    <Field
      label={
        required ? (
          <>
            {label}
            <span aria-hidden="true">*</span>
          </>
        ) : (
          label
        )
      }
      required={required}
      error={fieldState.error?.message}
      hint={
        change > 0 && stock > 0
          ? `Adds ${String(change)} to what is in stock when you save.`
          : change < 0
            ? `Removes ${String(-change)} from what is in stock when you save.`
            : undefined
      }
    >
      {input}
    </Field>
  )
}
