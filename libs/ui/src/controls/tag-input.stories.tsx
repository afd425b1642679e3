import { useState } from 'react'
import { Field } from '../field'
import { Stack } from '../layout'
import { TagInput } from './tag-input'

export default {}

export const States = () => {
  const [tags, setTags] = useState(['silk', 'new'])
  return (
    <Stack gap="4">
      <Field label="Tags">
        <TagInput value={tags} onChange={setTags} />
      </Field>
      <Field label="Tags with a mistake" error="Enter at most one.">
        <TagInput value={tags} onChange={setTags} />
      </Field>
      <Field label="Disabled tags">
        <TagInput value={tags} onChange={setTags} disabled />
      </Field>
    </Stack>
  )
}
