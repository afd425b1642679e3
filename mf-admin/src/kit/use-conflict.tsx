import { useRef, useState, type ReactNode } from 'react'
import { get, type FieldValues, type Path, type PathValue, type UseFormReturn } from 'react-hook-form'
import { ConflictView, type ConflictField, type MergedValue } from './conflict-view'
import { isStale } from './error-words'

/** A record as the form shows it, and its version. */
export interface Versioned<Values> {
  version: number
  values: Values
}

interface Conflict<Values> {
  /** Changes with every conflict, so that a second one asks anew. */
  version: number
  mine: Values
  theirs: Values
  fields: ConflictField<Values>[]
  takenOver: string[]
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** A value that is taken as a whole: mine if I changed it. */
function mergeWhole(before: unknown, mine: unknown, theirs: unknown): MergedValue {
  const changedByThem = !same(theirs, before)
  if (same(mine, before)) return { value: theirs, inDoubt: false, takenOver: changedByThem }
  return { value: mine, inDoubt: changedByThem && !same(mine, theirs), takenOver: false }
}

/** The record that a rejection for a stale version carries; undefined if it is none. @throws if the record is unreadable */
function currentRecord<Values>(error: unknown, read: (record: unknown) => Versioned<Values>) {
  return isStale(error) && error.details !== null ? read(JSON.parse(error.details)) : undefined
}

/**
 * What a form does when somebody else saved its record first: fields that only one of both changed are merged, for the
 * others the person chooses.
 *
 * @param record the record that the form was opened with
 * @param fields the fields of the form, in order
 * @param read the current record from the error's details
 * @returns `base()`, the record that the next save starts from; `catchStale`, for `onRejected` of the form; `view`, to be
 * shown at the top of the form
 */
export function useConflict<Values extends FieldValues>(
  record: Versioned<Values>,
  fields: readonly ConflictField<Values>[],
  read: (record: unknown) => Versioned<Values>,
) {
  // What the form's values were made from.
  const base = useRef(record)
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null)
  const setters = useRef<{ set: (name: keyof Values & string, value: unknown) => void }>({
    set: () => undefined,
  })

  const catchStale = <Output,>(error: unknown, form: UseFormReturn<Values, unknown, Output>): boolean => {
    const current = currentRecord(error, read)
    if (!current) return false
    const before = base.current.values
    const entered = form.getValues()
    const theirs = current.values
    const merged = fields.map((field) => ({
      field,
      ...(field.merge ?? mergeWhole)(before[field.name], get(entered, field.name), theirs[field.name]),
    }))
    const mine: Values = {
      ...entered,
      ...Object.fromEntries(merged.map(({ field, value }) => [field.name, value])),
    }
    const set = (name: keyof Values & string, value: unknown) => {
      const path = name as string as Path<Values>
      form.setValue(path, value as PathValue<Values, Path<Values>>, { shouldDirty: true })
    }
    // Fields that are not of the record, such as a note, stay as they were entered.
    const others = Object.keys(entered).filter((name) => fields.every((field) => field.name !== name))
    base.current = current
    form.reset(theirs)
    for (const name of [...fields.map((field) => field.name), ...others])
      if (!same(mine[name], theirs[name])) set(name, mine[name])
    setters.current = { set }
    setConflict({
      version: current.version,
      mine,
      theirs,
      fields: merged.flatMap(({ field, inDoubt }) => (inDoubt ? [field] : [])),
      takenOver: merged.flatMap(({ field, inDoubt, takenOver }) =>
        takenOver && !inDoubt ? [field.label] : [],
      ),
    })
    return true
  }

  const view: ReactNode = conflict && (
    <ConflictView
      key={conflict.version}
      mine={conflict.mine}
      theirs={conflict.theirs}
      fields={conflict.fields}
      takenOver={conflict.takenOver}
      onKeepMine={(name) => setters.current.set(name, conflict.mine[name])}
      onTakeTheirs={(name) => setters.current.set(name, conflict.theirs[name])}
    />
  )
  return { base: () => base.current, catchStale, view }
}
