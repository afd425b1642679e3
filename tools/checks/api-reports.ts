import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { command, root, UsageError } from '../environment'
import { facades } from '../facades'

const entryOf = (lib: string) => path.join(root, 'libs', lib, 'src/index.ts')
const reportOf = (lib: string) => path.join(root, 'libs', lib, 'api.txt')

function program(): ts.Program {
  const config = path.join(root, 'libs/ui/tsconfig.json')
  const read = ts.readConfigFile(config, (file) => readFileSync(file, 'utf8'))
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, path.dirname(config))
  return ts.createProgram(facades.map(entryOf), {
    ...options,
    noEmit: true,
    rootDir: root,
    composite: false,
    incremental: false,
  })
}

/** One line for an export: its name, and its type where it is a value. */
function lineOf(checker: ts.TypeChecker, exported: ts.Symbol): string {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
  if (!(symbol.flags & ts.SymbolFlags.Value)) return `type ${exported.name}`
  const flags = ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope | ts.TypeFormatFlags.NoTruncation
  const text = checker.typeToString(checker.getTypeOfSymbol(symbol), undefined, flags)
  // Paths of this machine and endless generated types are no contract.
  const type = text.replaceAll(/import\("[^"]*"\)\./g, '').replaceAll(/\s+/g, ' ')
  return `${exported.name}: ${type.length > 400 ? `${type.slice(0, 400)} …` : type}`
}

/** The report of every facade: what it exports, sorted by name, by lib. */
function apiReports(): Map<string, string> {
  const all = program()
  const checker = all.getTypeChecker()
  return new Map(
    facades.map((lib) => {
      const file = all.getSourceFile(entryOf(lib))
      const module = file && checker.getSymbolAtLocation(file)
      if (!module) throw new Error(`${entryOf(lib)} exports nothing`)
      const lines = checker.getExportsOfModule(module).map((exported) => lineOf(checker, exported))
      return [lib, `${lines.sort().join('\n')}\n`]
    }),
  )
}

command(() => {
  const check = process.argv.includes('--check')
  for (const [lib, report] of apiReports()) {
    if (!check) writeFileSync(reportOf(lib), report)
    else if (readFileSync(reportOf(lib), 'utf8') !== report)
      throw new UsageError(
        `What @shop/${lib} exports has changed: run npx tsx tools/checks/api-reports.ts, and read the difference. A name that goes must not be needed by any release that is served.`,
      )
  }
  return Promise.resolve()
})
