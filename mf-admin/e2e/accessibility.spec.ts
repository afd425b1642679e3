import { checkScreens } from '../../e2e/screens'
import { backOfficeScreens } from './back-office-screens'

checkScreens(backOfficeScreens)
