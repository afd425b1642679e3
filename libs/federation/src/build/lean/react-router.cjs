/**
 * Says of React Router's components that nothing happens where they are made, so that a bundle has only those it uses, and
 * leaves out what links prefetch, and by which they are found for that, and errors of server components: there must be a server of React
 * Router's own for them. Nothing here watches a router by its instrumentation.
 */
module.exports = (source) =>
  source
    .replace(/^\w+\.displayName = "\w+";$/gm, '')
    .replace(/^var (\w+) = (React\w*\.(?:forwardRef|memo|createContext)\()/gm, 'var $1 = /* @__PURE__ */ $2')
    .replace(/usePrefetchBehavior\(\s*prefetch,\s*rest\s*\)/, '[false, null, {}]')
    .replace('return shouldPrefetch && !isAbsolute ?', 'return false ?')
    .replace(/^ *"data-discover": .*$/gm, '')
    .replaceAll('if (init.instrumentations)', 'if (false)')
    .replaceAll('if (this.context', 'if (false')
