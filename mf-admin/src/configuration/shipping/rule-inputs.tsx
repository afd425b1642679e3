import { Field, Input, NativeSelect, Textarea } from '@shop/ui'
import { useState, type ReactNode } from 'react'
import { none } from '../../kit/field-rules'
import { Switch } from '../../kit/switch'
import type { Json, Patch } from './json-editor'
import type { Method } from './office-shipping'
import { splitEntries } from './shipping-values'
import { Columns } from '../../kit/section'

interface KeyProps {
  json: Json
  patch: Patch
  name: string
}

/** A text of which a value is made while it is typed; a value from elsewhere replaces it. */
function useDraftText<T>(value: T, write: (value: T) => string, read: (text: string) => T) {
  const [text, setText] = useState(() => write(value))
  const same = JSON.stringify(read(text)) === JSON.stringify(value)
  const shown = same ? text : write(value)
  if (shown !== text) setText(shown)
  return [shown, setText] as const
}

const readAmount = (text: string): number | undefined =>
  /^\d{1,9}(\.\d{1,6})?\.?$/.test(text.trim()) ? Number(text) : undefined

/** A number of at least 0; other text removes the key. */
function Amount({ json, patch, name, label }: KeyProps & { label: string }) {
  const stored = json[name]
  const value = typeof stored === 'number' && stored >= 0 ? stored : undefined
  const [text, setText] = useDraftText(
    value,
    (amount) => (amount === undefined ? '' : String(amount)),
    readAmount,
  )
  return (
    <Field label={label}>
      <Input
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          const next = readAmount(target.value)
          if (next === undefined && target.value.trim() !== '') return
          setText(target.value)
          patch(name, next)
        }}
      />
    </Field>
  )
}

const readList = (text: string): string[] | undefined => {
  const entries = splitEntries(text)
  return entries.length > 0 ? entries : undefined
}

/** A list of texts, separated by commas; none removes the key. */
function List(props: KeyProps & { label: string; hint: ReactNode; long?: boolean }) {
  const { json, patch, name, label, hint, long } = props
  const stored = json[name]
  const value = Array.isArray(stored)
    ? readList(stored.filter((entry) => typeof entry === 'string').join(', '))
    : undefined
  const [text, setText] = useDraftText(value, (entries) => entries?.join(', ') ?? '', readList)
  const change = (next: string) => {
    setText(next)
    patch(name, readList(next))
  }
  return (
    <Field label={label} hint={hint}>
      {long ? (
        <Textarea rows={3} autoComplete="off" value={text} onChange={({ target }) => change(target.value)} />
      ) : (
        <Input autoComplete="off" value={text} onChange={({ target }) => change(target.value)} />
      )}
    </Field>
  )
}

/** The known conditions of a rule. */
export function ConditionInputs({
  json,
  patch,
  methods,
}: {
  json: Json
  patch: Patch
  methods: readonly Method[]
}) {
  const stored = json.shipping_method
  const wanted = typeof stored === 'string' && stored.trim() ? stored.trim() : none
  const isWanted = (text: string) => text.toUpperCase() === wanted.toUpperCase()
  const known = methods.find(({ id, name }) => isWanted(id) || isWanted(name))
  return (
    <>
      <Columns count={2}>
        <Amount {...{ json, patch }} name="min_order_value" label="Orders from (£)" />
        <Amount {...{ json, patch }} name="max_order_value" label="Orders up to (£)" />
      </Columns>
      <Field label="Shipping method">
        <NativeSelect
          value={known?.name ?? wanted}
          onChange={({ target }) =>
            patch('shipping_method', target.value === none ? undefined : target.value)
          }
        >
          <option value={none}>Every method</option>
          {!known && wanted !== none && <option value={wanted}>{wanted} (does not exist)</option>}
          {methods.map(({ id, name }) => (
            <option key={id} value={name}>
              {name}
            </option>
          ))}
        </NativeSelect>
      </Field>
      <List
        {...{ json, patch }}
        name="allowed_countries"
        label="Allowed countries"
        hint="Codes such as GB, separated by commas; empty for every country."
      />
      <List
        {...{ json, patch }}
        name="excluded_postcodes"
        label="Excluded postcodes"
        hint="Areas (SW) or districts (KW15) where the rule does not apply."
        long
      />
    </>
  )
}

/** The known actions of a rule, in the order in which they apply. */
export function ActionInputs({ json, patch }: { json: Json; patch: Patch }) {
  return (
    <>
      <Switch
        label="Free shipping"
        hint="Sets the price to nothing; a surcharge below or in a later rule is still added."
        checked={json.free_shipping === true}
        onChange={({ target }) => patch('free_shipping', target.checked ? true : undefined)}
      />
      <Columns count={2}>
        <Amount {...{ json, patch }} name="discount_amount" label="Discount (£)" />
        <Amount {...{ json, patch }} name="discount_percentage" label="Discount (%)" />
        <Amount {...{ json, patch }} name="surcharge_amount" label="Surcharge (£)" />
        <Amount {...{ json, patch }} name="surcharge_percentage" label="Surcharge (%)" />
      </Columns>
    </>
  )
}
