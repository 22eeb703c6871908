const isMissing = !('Temporal' in globalThis)

/**
 * Only browsers without Temporal download the polyfill.
 * @returns its address, which a worker imports instead of a copy of its own; undefined where the browser has Temporal
 */
export async function provideTemporal() {
  if (!isMissing) return undefined
  const { address } = await import('./temporal-polyfill.ts')
  return address
}
