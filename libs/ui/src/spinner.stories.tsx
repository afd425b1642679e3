import { FullPageSpinner } from './spinner'

export default {}

export const FullPage = () => <FullPageSpinner label="Taking you to your order" />
