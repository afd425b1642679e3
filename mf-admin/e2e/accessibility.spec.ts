import { checkScreens, pagesAt } from '../../e2e/screens'
import { backOfficeScreens } from './back-office-screens'

checkScreens([...pagesAt('/admin/login'), ...backOfficeScreens])
