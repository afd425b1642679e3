import { checkBudgets } from '../../e2e/budgets'

checkBudgets('shell')
