const made = ((globalThis as { made?: Map<string, unknown> }).made ??= new Map())

/** Caches things that are slow to create: each file of tests has its own modules, and so its own module state. */
export function onceInProcess<T>(name: string, make: () => T): T {
  if (!made.has(name)) made.set(name, make())
  return made.get(name) as T
}
