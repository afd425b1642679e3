import { SkipLink } from './skip-link'

export default {}

/** Press Tab to see it. */
export const ToTheContent = () => <SkipLink />
