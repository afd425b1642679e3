import { Stack } from '@shop/ui'
import { useState } from 'react'
import { TagInput } from './tag-input'

export default {}

export const States = () => {
  const [tags, setTags] = useState<readonly string[]>(['silk', 'new'])
  return (
    <Stack gap="4">
      <TagInput aria-label="Tags" value={tags} onChange={setTags} />
      <TagInput aria-label="Disabled tags" value={tags} onChange={setTags} disabled />
    </Stack>
  )
}
