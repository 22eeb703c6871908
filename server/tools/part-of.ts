type Part<T> = T extends (...args: infer A) => infer R
  ? (...args: A) => Part<R>
  : T extends Promise<infer R>
    ? Promise<Part<R>>
    : T extends readonly (infer E)[]
      ? readonly Part<E>[]
      : T extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
        ? T
        : T extends object
          ? { readonly [K in keyof T]?: Part<T[K]> | undefined }
          : T

/**
 * The part of a service or a document that the code under test uses, checked against the type of the whole. Anything
 * else is undefined.
 */
export function partOf<T>(part: Part<T>): T
export function partOf(part: unknown) {
  return part
}
