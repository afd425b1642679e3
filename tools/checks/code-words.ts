import path from 'node:path'
import ts from 'typescript'

/** A word with its place that the code should not use, and what to say instead. */
export interface BannedWord {
  file: string
  word: string
  instead: string
}

interface Rule {
  /** A whole word of a name: of `refusedLine`, "refused" and "line". */
  word: RegExp
  instead: string
  /** Also in comments and in names of tests; the others have an ordinary meaning there. */
  isBannedInProse?: true
  /** Names in which it has its ordinary meaning, or that are not the repository's own. */
  except?: RegExp
  /** Files in which it has its ordinary meaning. */
  exceptIn?: RegExp
}

const rules: readonly Rule[] = [
  { word: /^refus(e|es|ed|al|als|ing)$/, instead: 'reject, decline, deny', isBannedInProse: true },
  { word: /^(hostile|impatien(t|ce))$/, instead: 'malicious, a short timeout', isBannedInProse: true },
  // People answer the messages of people: screens say so, and schema.org of a question.
  {
    word: /^answer(s|ed|ing)?$/,
    instead: 'response, result, reply',
    except: /^(acceptedAnswer|onAnswer|answered)$/,
    exceptIn: /messages|\/faq\/|functions\/people/,
  },
  { word: /^(draw|draws|drawn|drawing)$/, instead: 'render', except: /^drawImage$/ },
  // Of the alphabet.
  { word: /^letters?$/, instead: 'email', except: /^(letter|letterSpacing|v_letter|products_with_letters)$/ },
  // On its own it is what remains of a list.
  { word: /^kept$/, instead: 'cached, stored', except: /^(v_)?kept$/ },
  { word: /^wish(es|ed)?$/, instead: 'request' },
  { word: /^(told|said)$/, instead: 'reported, notified, announced' },
  { word: /^(holders|lives)$/, instead: 'consumers, aliveFile', except: /^code_holders$/ },
  { word: /^(laws|landed)$/, instead: 'lint rules, applied' },
  { word: /^worlds?$/, instead: 'fixtures' },
  { word: /^patience$/, instead: 'timeout' },
]

// Bounds begin with max; a paint and a task are metrics of browsers.
const bounds = /^(most|longest|largest)(?!Paint|Task|Reviewed)[A-Z]/

const partsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

/** The word to use instead of a name of the code. */
function inName(file: string, name: string): string | undefined {
  if (bounds.test(name)) return 'max…'
  const parts = partsOf(name)
  return rules.find(
    ({ word, except, exceptIn }) =>
      parts.some((part) => word.test(part)) && !except?.test(name) && !exceptIn?.test(file),
  )?.instead
}

function inProse(text: string): string | undefined {
  const parts = partsOf(text)
  return rules.find(({ word, isBannedInProse }) => isBannedInProse && parts.some((part) => word.test(part)))
    ?.instead
}

/** The names, string values and prose of a TypeScript source. */
function partsOfCode(file: string, source: string): { names: string[]; prose: string[] } {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const names: string[] = []
  const prose: string[] = []
  const strings: [start: number, end: number][] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.push(node.text)
    else if (ts.isJsxText(node) || ts.isTemplateLiteralToken(node) || ts.isRegularExpressionLiteral(node))
      strings.push([node.pos, node.end])
    if (ts.isStringLiteralLike(node)) {
      strings.push([node.pos, node.end])
      const { parent } = node
      if (ts.isCallExpression(parent) && /^(test|it|describe)\b/.test(parent.expression.getText(tree)))
        prose.push(node.text)
      else if (/^[a-z]+(_[a-z]+)+$/.test(node.text)) names.push(node.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  for (const { index, 0: comment } of source.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*/g))
    if (!strings.some(([start, end]) => start <= index && index < end)) prose.push(comment)
  return { names, prose }
}

/** The names and comments of SQL; messages in quotes are for screens. */
function partsOfSql(source: string): { names: string[]; prose: string[] } {
  const prose = [...source.matchAll(/--.*/g)].map(([comment]) => comment)
  const code = source
    .replace(/--.*/g, '')
    .replace(/'[^']*'/g, (text) => (/^'[a-z_]+'$/.test(text) ? text : ''))
  return { names: code.match(/[a-z_]\w*/gi) ?? [], prose }
}

// A file without any of the words need not be read as code.
const anyWord =
  /refus|hostile|impatien|answer|draw|letter|kept|wish|told|said|holders|lives|laws|landed|world|patience|most[A-Z]|longest[A-Z]|largest[A-Z]/i

/**
 * The words of a file that are the repository's own language where the field has a word of its own.
 * @param file its path from the root, whose words count too
 */
export function bannedWordsIn(file: string, source: string): BannedWord[] {
  const names = file.split('/').map((part) => path.posix.parse(part).name)
  const prose: string[] = []
  if (anyWord.test(source)) {
    const parts = file.endsWith('.sql') ? partsOfSql(source) : partsOfCode(file, source)
    names.push(...parts.names)
    prose.push(...parts.prose)
  }
  const found = (word: string, instead: string | undefined) => (instead ? [{ file, word, instead }] : [])
  return [
    ...[...new Set(names)].flatMap((name) => found(name, inName(file, name))),
    ...prose.flatMap((text) => found(text, inProse(text))),
  ]
}
