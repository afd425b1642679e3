import { Stack } from '@shop/ui'
import { Pager } from './pager'

export default {}

export const Places = () => (
  <Stack gap="6">
    <Pager page={1} pages={3} label="First" />
    <Pager page={6} pages={12} label="In the middle" />
    <Pager page={12} pages={12} label="Last" />
  </Stack>
)
