import { Stack } from '@shop/ui'
import { FileDrop } from './file-drop'

export default {}

export const States = () => (
  <Stack gap="4">
    <FileDrop label="Picture" hint="JPEG, PNG or WebP under 5MB" onFiles={() => undefined} />
    <FileDrop label="Pictures" hint="Several at once" multiple onFiles={() => undefined} />
    <FileDrop label="CSV file" hint="Importing..." disabled onFiles={() => undefined} />
  </Stack>
)
