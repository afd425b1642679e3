import type { Command, Reaches } from './table'

/** Nobody but the service has the right. */
export const nobody: Reaches = { anon: 'rejected', user: 'rejected', staff: 'rejected' }
/** Right of the role, row level security lets staff alone through. */
export const staffRows: Reaches = { anon: 'rejected', user: 'none', staff: 'all' }
export const staffAdds: Reaches = { anon: 'rejected', user: 'rejected', staff: 'all' }
export const ownRows: Reaches = { anon: 'rejected', user: 'own', staff: 'own' }
export const ownAndStaff: Reaches = { anon: 'rejected', user: 'own', staff: 'all' }
export const everybody: Reaches = { anon: 'all', user: 'all', staff: 'all' }

/** Anyone reads what is active; staff read and write all. */
export const catalogue: Record<Command, Reaches> = {
  select: { anon: 'active', user: 'active', staff: 'all' },
  insert: staffAdds,
  update: staffRows,
  delete: staffRows,
}

/** Staff read, the database's own functions write. */
export const readByStaff: Record<Command, Reaches> = {
  select: staffRows,
  insert: nobody,
  update: nobody,
  delete: nobody,
}
