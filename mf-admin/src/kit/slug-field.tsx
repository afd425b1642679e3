import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { TextField } from './fields'

/** The slug that the database derives from a name; '' where nothing is left of it. */
export function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 120)
    .replace(/-$/, '')
}

/** Whether a slug is that of a name, with a number behind it if another record had it first. */
function follows(slug: string, name: string): boolean {
  const derived = slugOf(name)
  return slug === derived || (derived !== '' && slug.replace(/-\d+$/, '') === derived)
}

/**
 * What to send for the slug of a form: null has the database derive it, with a number behind it where it is taken.
 *
 * @param entered as the form has it
 * @param stored that of the record; null for a new one
 */
export function slugToSend(entered: string | null, name: string, stored: string | null): string | null {
  return entered !== stored && entered === slugOf(name) ? null : entered
}

interface SlugFieldProps {
  /** `{...form.field('slug')}` */
  name: string
  /** The name of the field with the name. */
  from: string
  /** What precedes it in the address: '/categories/'. */
  path: string
  maxLength: number
}

/** The slug of a record's address. It follows the name until it is changed by hand. */
export function SlugField({ name, from, path, maxLength }: SlugFieldProps) {
  const { getValues, setValue, getFieldState, formState } = useFormContext()
  // A name that was taken over from somebody else's change comes with its own slug.
  const isEdited = getFieldState(from, formState).isDirty || getFieldState(name, formState).isDirty
  const watched: unknown = useWatch({ name: from })
  const source = typeof watched === 'string' ? watched : ''
  const before = useRef(source)
  useEffect(() => {
    if (before.current === source) return
    const slug: unknown = getValues(name)
    if (isEdited && typeof slug === 'string' && follows(slug, before.current)) {
      setValue(name, slugOf(source), { shouldDirty: true })
    }
    before.current = source
  }, [source, isEdited, name, getValues, setValue])
  return (
    <TextField
      name={name}
      label="Slug"
      hint={`The end of its address, ${path}… Left empty, it is made from the name.`}
      maxLength={maxLength}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
