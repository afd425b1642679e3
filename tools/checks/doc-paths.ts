import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const fileName = /\.(ts|tsx|mjs|js|json|sql|md|toml)$/
// Not paths of the repository: URLs, packages, files that a build or a run creates, and patterns.
const otherKinds = /^[./@]|^(bench|dist|react-dom)\b|^(record|pages|mf-manifest)\.json$|[\s:<>*{}()$]/

/** Files of a folder under version control, and new ones that are not ignored, relative to it. */
export function repositoryFiles(root: string): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard']
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 25 })
    .split('\n')
    .filter(Boolean)
}

/**
 * The paths in backticks in a Markdown document that do not exist.
 *
 * @param document path of the document; paths in it are relative to the root, to its folder or to `src` there, and a file
 *   name alone is any file below its folder (in `docs` and `.github`: any file)
 * @param files the files that exist, relative to the root
 */
export function missingPaths(document: string, markdown: string, files: readonly string[]): string[] {
  const folder = path.posix.dirname(document)
  const base = /^(docs|\.github)\b/.test(folder) ? '.' : folder
  const exists = (name: string) => files.some((file) => file === name || file.startsWith(`${name}/`))
  const existsByName = (name: string) =>
    files.some((file) => path.posix.basename(file) === name && (base === '.' || file.startsWith(`${base}/`)))
  return [...markdown.matchAll(/(?<!`)`([^`\n]+)`/g)]
    .map(([, text = '']) => text.replace(/\/$/, ''))
    .filter((text) => !otherKinds.test(text) && (text.includes('/') || fileName.test(text)))
    .filter((text) =>
      text.includes('/')
        ? !['.', base, `${base}/src`].some((from) => exists(path.posix.join(from, text)))
        : !existsByName(text),
    )
}

/** The missing paths of several documents, each with its document. */
export function missingPathsIn(root: string, documents: readonly string[]): string[] {
  const files = repositoryFiles(root)
  return documents.flatMap((document) =>
    missingPaths(document, readFileSync(path.join(root, document), 'utf8'), files).map(
      (missing) => `${document}: ${missing}`,
    ),
  )
}

/** The id that GitHub gives a heading. */
const headingId = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(' ', '-')

/**
 * The relative links in a Markdown document whose file or heading does not exist.
 *
 * @param document path of the document, which links are relative to
 * @param read the text of a file, or null if it does not exist
 */
export function brokenLinks(
  document: string,
  markdown: string,
  read: (file: string) => string | null,
): string[] {
  return [...markdown.matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => {
      const [file = '', heading] = link.split('#')
      const text = file === '' ? markdown : read(path.posix.join(path.posix.dirname(document), file))
      if (text === null) return true
      const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => headingId(title))
      return heading !== undefined && !headings.includes(heading)
    })
}

/** The citations in a source of sections that a document does not have: "`docs/a.md`, section 9" or "`docs/a.md`, "Title"". */
export function unknownSections(source: string, read: (file: string) => string | null): string[] {
  return [...source.matchAll(/`(docs\/[\w/-]+\.md)`, (?:section (\d+)|"([^"]+)")/g)]
    .filter(([, file = '', number, title]) => {
      const heading = number ? new RegExp(`^#+ ${number}\\.`, 'm') : new RegExp(`^#+ ${title ?? ''}$`, 'm')
      return !heading.test(read(file) ?? '')
    })
    .map(([citation]) => citation)
}
