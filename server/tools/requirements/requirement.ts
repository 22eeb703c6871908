import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** How a requirement of a standard is met, or why it is not. */
export type Outcome =
  /** Every named test fails if the requirement is no longer met. */
  | { status: 'proven'; tests: readonly Proof[] }
  /** Asks for a document. They are links from `docs/reference`. */
  | { status: 'documented'; documents: readonly string[] }
  /** `elsewhere`: is up to the identity provider or the operator. */
  | { status: 'elsewhere' | 'not applicable' | 'not met'; reason: string }

interface Proof {
  /** Path from the root of the project. */
  file: string
  /** Literal title in the file, with its placeholders. */
  title: string
}

/** Number in its source, level of ASVS, and what it demands in our own words. */
export type Requirement = readonly [id: string, level: number | undefined, demand: string, outcome: Outcome]

/** A row of a table, with one outcome: titles of tests by file, documents, or the reason. */
type Row = { id: string; level?: number; demand: string } & {
  proven?: Record<string, string[]>
  documented?: string[]
} & { [status in 'elsewhere' | 'not applicable' | 'not met']?: string }

/** @param file a table beside this file */
export const requirementsIn = (file: string): readonly Requirement[] =>
  (parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as Row[]).map((row) => [
    row.id,
    row.level,
    row.demand,
    outcomeOf(row),
  ])

function outcomeOf({ id, proven, documented: documents, ...row }: Row): Outcome {
  if (proven) {
    const tests = Object.entries(proven).flatMap(([file, titles]) => titles.map((title) => ({ file, title })))
    return { status: 'proven', tests }
  }
  if (documents) return { status: 'documented', documents }
  for (const status of ['elsewhere', 'not applicable', 'not met'] as const) {
    const reason = row[status]
    if (reason) return { status, reason }
  }
  throw new Error(`${id} has no outcome`)
}
