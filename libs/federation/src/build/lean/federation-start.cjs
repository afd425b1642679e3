/**
 * Starts a bundle by `bundler-runtime.js`, in place of what Module Federation's plugin writes into each: it describes the bundle for its own
 * runtime. What it imports and names before that stays.
 */
module.exports = (source) =>
  source.replace(
    /export default function[^]*$/,
    `export default () =>
      __module_federation_bundler_runtime__.start(__module_federation_runtime_require__, __module_federation_container_name__)`,
  )
