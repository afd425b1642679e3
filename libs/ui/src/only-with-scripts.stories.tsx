import { Button } from './button'
import { OnlyWithScripts } from './only-with-scripts'

export default {}

export const WithScripts = () => (
  <OnlyWithScripts instead="This needs scripts.">
    <Button>Share</Button>
  </OnlyWithScripts>
)
