// In place of Module Federation's, which colours and sorts for its own tools.
/** A logger that writes to the console with a prefix; what is for debugging is left out. */
export const createLogger = (prefix) => ({
  log: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: (...words) => {
    console.warn(prefix, ...words)
  },
  error: (...words) => {
    console.error(prefix, ...words)
  },
})

export const logger = createLogger('[ Module Federation ]')
export const infrastructureLogger = logger
export const createInfrastructureLogger = createLogger
export const bindLoggerToCompiler = () => undefined
