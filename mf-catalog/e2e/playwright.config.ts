import { journeysIn } from '../../e2e/journeys-in'

export default journeysIn(import.meta.dirname)
