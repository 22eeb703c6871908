import { build, type InlineConfig } from 'vite'

/** Builds in memory, apart from the app's own build. */
export async function outputOf({ build: options, ...config }: InlineConfig) {
  const result = await build({
    ...config,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { ...options, write: false, target: 'es2023' },
  })
  // Only a list of outputs, or a watcher, has none of its own.
  if (!('output' in result)) throw new Error('The build has several outputs.')
  return result.output
}
