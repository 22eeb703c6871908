/**
 * Loads a route's code. The router takes a thrown `undefined` for no error, and then has no error screen for it.
 */
export const loadRoute =
  <T>(load: () => Promise<T>) =>
  (): Promise<T> =>
    load().catch((error: unknown) => {
      throw error ?? new Error('')
    })
