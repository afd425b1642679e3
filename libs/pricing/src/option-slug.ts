/**
 * A name or value of an option as it is written in a URL: "Deep Plum" becomes "deep-plum". The same rule as
 * `private.slug` in the database, which writes the links in emails: only ASCII letters are lowered.
 */
export function optionSlug(text: string): string {
  return text
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** A variant as the query of its product's URL, without "?": "size=m&colour=deep-plum". */
export function variantQuery(options: readonly { name: string; value: string }[]): string {
  return options.map(({ name, value }) => `${optionSlug(name)}=${optionSlug(value)}`).join('&')
}
