/**
 * A file that the shell's build compiled to `dist/inline`. This module stands in `shell/server` itself: the bundle of the web server
 * is as many folders away from the compiled files.
 */
export const compiledFile = (name: string): URL => new URL(`../dist/inline/${name}`, import.meta.url)
