import type { Command, ReachByVisitor } from './table'

/** Nobody but the service has the right. */
export const nobody: ReachByVisitor = { anon: 'rejected', user: 'rejected', staff: 'rejected' }
/** Right of the role, row level security lets staff alone through. */
export const staffRows: ReachByVisitor = { anon: 'rejected', user: 'none', staff: 'all' }
export const staffAdds: ReachByVisitor = { anon: 'rejected', user: 'rejected', staff: 'all' }
export const ownRows: ReachByVisitor = { anon: 'rejected', user: 'own', staff: 'own' }
export const ownAndStaff: ReachByVisitor = { anon: 'rejected', user: 'own', staff: 'all' }
export const everybody: ReachByVisitor = { anon: 'all', user: 'all', staff: 'all' }

/** Anyone reads what is active; staff read and write all. */
export const catalogue: Record<Command, ReachByVisitor> = {
  select: { anon: 'active', user: 'active', staff: 'all' },
  insert: staffAdds,
  update: staffRows,
  delete: staffRows,
}

/** Staff read, the database's own functions write. */
export const readByStaff: Record<Command, ReachByVisitor> = {
  select: staffRows,
  insert: nobody,
  update: nobody,
  delete: nobody,
}
