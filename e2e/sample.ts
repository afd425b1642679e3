const seed = Number.parseInt(process.env.TEST_SEED ?? '', 10) || 0

/** Whether a run tries everything. */
export const isDeep = Boolean(process.env.TEST_DEEP)

/** Whether a run tries this one: one in `of`, chosen by the run's seed; all of them when TEST_DEEP is set. */
export const isSampled = (index: number, of: number): boolean => isDeep || (seed + index) % of === 0
