import { ProgressLine } from './progress-line'

export default {}

export const Active = () => <ProgressLine active />
