import type { Command, Reaches } from './table'

/** Nobody but the service has the right. */
export const nobody: Reaches = { anon: 'refused', user: 'refused', staff: 'refused' }
/** Right of the role, row level security lets staff alone through. */
export const staffRows: Reaches = { anon: 'refused', user: 'none', staff: 'all' }
export const staffAdds: Reaches = { anon: 'refused', user: 'refused', staff: 'all' }
export const ownRows: Reaches = { anon: 'refused', user: 'own', staff: 'own' }
export const ownAndStaff: Reaches = { anon: 'refused', user: 'own', staff: 'all' }
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
