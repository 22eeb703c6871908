/**
 * Loads a route's code. The router treats a thrown `undefined` as no error, and then shows no error screen for it.
 */
export const loadRoute =
  <T>(load: () => Promise<T>) =>
  (): Promise<T> =>
    load().catch((error: unknown) => {
      throw error ?? new Error('')
    })
