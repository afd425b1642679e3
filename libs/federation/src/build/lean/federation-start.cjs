/**
 * Starts a bundle by `bundler-runtime.js`, in place of what Module Federation's plugin writes into each: it describes the bundle for its own
 * runtime. What it imports and names before that stays.
 */
module.exports = (source) =>
  source.replace(
    /(?:const|var|let) runtimeRequire *=[^]*$/,
    '__module_federation_bundler_runtime__.start(__webpack_require__, __module_federation_container_name__)',
  )
