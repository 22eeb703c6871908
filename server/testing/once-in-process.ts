const made = ((globalThis as { made?: Map<string, unknown> }).made ??= new Map())

/** For what takes long to make: each file of tests has modules of its own, and so has all that modules keep. */
export function onceInProcess<T>(name: string, make: () => T): T {
  if (!made.has(name)) made.set(name, make())
  return made.get(name) as T
}
