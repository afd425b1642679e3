declare const runtime: { start(webpackRequire: object, name: string): void }
export default runtime
