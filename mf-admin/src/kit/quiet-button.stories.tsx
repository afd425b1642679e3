import { QuietButton } from './quiet-button'

export default {}

export const InALine = () => <QuietButton>Show all</QuietButton>
