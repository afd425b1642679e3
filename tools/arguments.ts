import { parseArgs } from 'node:util'
import { UsageError } from './environment'

/** How a command is called. */
interface Usage<Options extends Readonly<Record<string, Option>>> {
  /** What follows `npm run`: `promote -- <name> <version>`. */
  call: string
  /** What it does, a sentence. */
  does: string
  /** How many arguments it takes at most, besides its options; none by default. */
  most?: number
  options?: Options
}

/** A flag, or an option with a value. */
interface Option {
  type: 'boolean' | 'string'
  /** What it is for. */
  help: string
}

/** What a command was called with. */
interface Arguments<Options extends Readonly<Record<string, Option>>> {
  values: ReturnType<typeof parseArgs<{ options: Options }>>['values']
  positionals: string[]
}

/** The text that `--help` prints. */
function helpOf({ call, does, options = {} }: Usage<Readonly<Record<string, Option>>>): string {
  const lines = Object.entries(options).map(
    ([name, { type, help }]) => `  --${name}${type === 'string' ? ' <value>' : ''}  ${help}`,
  )
  return [`npm run ${call}`, '', does, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')
}

/**
 * The arguments and options that a command was called with; with `--help` prints what there is and ends the process.
 * @param args those of the process
 * @throws UsageError, one line, for an option or argument that the command does not know
 */
export function readArguments<Options extends Readonly<Record<string, Option>>>(
  usage: Usage<Options>,
  args: readonly string[] = process.argv.slice(2),
): Arguments<Options> {
  const { call, most = 0, options = {} as Options } = usage
  const [command = ''] = call.split(' ', 1)
  const rejected = (why: string) =>
    new UsageError(`${why}. npm run ${command} -- --help prints what there is.`)
  const read = () => {
    try {
      return parseArgs({ args: [...args], options, allowPositionals: true })
    } catch (error) {
      // Node goes on with how to pass an argument that looks like an option.
      throw rejected(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error))
    }
  }
  if (args.includes('--help')) {
    console.log(helpOf(usage))
    process.exit(0)
  }
  const { values, positionals } = read()
  const unknown = positionals[most]
  if (unknown !== undefined) throw rejected(`Unknown argument '${unknown}'`)
  return { values, positionals }
}

/** A whole number that an option names. @param standard without the option @throws UsageError naming the option and its limit */
export function countOf(name: string, value: string | undefined, standard: number, least: number): number {
  const count = value === undefined ? standard : Number(value)
  if (Number.isInteger(count) && count >= least) return count
  throw new UsageError(
    `--${name} wants a whole number from ${String(least)} up: --${name} ${String(standard)}`,
  )
}
