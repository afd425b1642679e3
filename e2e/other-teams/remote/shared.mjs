const singleton = (requiredVersion) => ({ singleton: true, requiredVersion })
/** Taken from the host, without a copy of one's own. */
const ofHost = (requiredVersion) => ({ ...singleton(requiredVersion), import: false })

/** What every bundler's plugin gets. */
export const federation = {
  name: 'mf_partner',
  filename: 'remoteEntry.js',
  exposes: { './routes': './src/routes.js' },
  dts: false,
}

export const packages = {
  react: singleton('^19.0.0'),
  'react-dom': singleton('^19.0.0'),
  'react-router-dom': ofHost('^7.0.0'),
}

export const facades = { '@shop/ui': ofHost('^1.0.0') }
