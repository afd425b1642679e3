import { Disclosure } from './disclosure'
import { Rule } from './layout'

export default {}

export const OpenOneAtATime = () => (
  <>
    <Rule />
    <Disclosure title="Materials" name="details" open>
      Soy wax and a cotton wick.
    </Disclosure>
    <Disclosure title="Care" name="details">
      Trim the wick before lighting.
    </Disclosure>
  </>
)
