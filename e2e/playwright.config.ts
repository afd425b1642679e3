import { journeysIn } from './journeys-in'

export default journeysIn(import.meta.dirname)
