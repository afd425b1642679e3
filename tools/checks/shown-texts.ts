import ts from 'typescript'
import { root } from '../environment'
import { sourcesIn } from './page-lists'
import { remoteNames } from '../remotes'

/** A text in a source that may be shown: of JSX, or a string of several words. */
export interface ShownText {
  /** The file, from the repository's root. */
  file: string
  /** One line, without the values put into it. */
  text: string
}

/** The texts of a source, without comments, imports and names. */
export function textsOf(file: string, source: string): ShownText[] {
  const texts: ShownText[] = []
  const note = (text: string) => {
    const line = text.replace(/\s+/g, ' ').trim()
    if (/[a-z]/i.test(line)) texts.push({ file, text: line })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isJsxText(node)) note(node.text)
    else if (ts.isTemplateExpression(node))
      note([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' … '))
    else if (ts.isStringLiteralLike(node)) note(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
  return texts
}

const shoppersSources = [
  'shell/src',
  'shell/server',
  ...remoteNames.filter((name) => name !== 'mf-admin').map((name) => `${name}/src`),
  'libs/auth/src',
  'libs/cart/src',
  'libs/forms/src',
  'libs/mailer/src/components',
  'libs/mailer/src/emails',
  'libs/settings/src',
  'libs/ui/src',
  'libs/wishlist/src',
]

// What tests use beside tests.
const isFixture = /\/(test-[^/]*|samples)\.tsx?$/

/** Every text that shoppers may see, of pages and emails. */
export function shopTexts(): ShownText[] {
  return [...sourcesIn(root, shoppersSources)]
    .filter(([file]) => !isFixture.test(file))
    .flatMap(([file, source]) => textsOf(file, source))
}
