/** How a requirement of a standard is met, or why it is not. */
export type Outcome =
  /** Every named test fails if the requirement is no longer met. */
  | { status: 'proven'; tests: readonly Proof[] }
  /** Asks for a document. */
  | { status: 'documented'; documents: readonly string[] }
  /** Is up to the identity provider or the operator. */
  | { status: 'elsewhere'; reason: string }
  | { status: 'not applicable'; reason: string }
  | { status: 'not met'; reason: string }

export interface Proof {
  /** Path from the root of the project. */
  file: string
  /** Literal title in the file, with its placeholders. */
  title: string
}

/** Number in its source, level of ASVS, and what it demands in our own words. */
export type Requirement = readonly [id: string, level: number | undefined, demand: string, outcome: Outcome]

/** Tests of one file. */
export const tests = (file: string, ...titles: readonly string[]): Proof[] =>
  titles.map((title) => ({ file, title }))

export const proven = (...found: readonly Proof[][]): Outcome => ({ status: 'proven', tests: found.flat() })
/** @param documents links from `docs/reference` */
export const documented = (...documents: readonly string[]): Outcome => ({ status: 'documented', documents })
export const elsewhere = (reason: string): Outcome => ({ status: 'elsewhere', reason })
export const notApplicable = (reason: string) => ({ status: 'not applicable', reason }) as const
export const notMet = (missing: string) => ({ status: 'not met', reason: missing }) as const
