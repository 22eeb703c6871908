export interface Outcome {
  passed: number
  /** Failures with their reasons, a line each. */
  failures: readonly string[]
}

export interface Check {
  name: string
  /** A check that throws has failed. */
  run: () => Promise<Outcome>
}

/** Checks that run one after another. */
type Sequence = readonly Check[]

const NOTHING: Outcome = { passed: 0, failures: [] }
export const PASSED: Outcome = { passed: 1, failures: [] }
export const failed = (...failures: readonly string[]): Outcome => ({ passed: 0, failures })

/** Runs all sequences at the same time, and every check of each, even after failures. */
export async function runChecks(...sequences: readonly Sequence[]): Promise<Outcome> {
  const outcomes = await Promise.all(sequences.map(runSequence))
  return outcomes.reduce(add, NOTHING)
}

export const add = (a: Outcome, b: Outcome): Outcome => ({
  passed: a.passed + b.passed,
  failures: [...a.failures, ...b.failures],
})

async function runSequence(checks: Sequence): Promise<Outcome> {
  let total = NOTHING
  for (const { name, run } of checks) {
    const began = performance.now()
    const outcome = await run().catch((error: unknown) => complain(name, error))
    total = add(total, outcome)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`${outcome.failures.length === 0 ? '✓' : '✗'} ${name}, ${seconds} s\n`)
  }
  return total
}

function complain(name: string, error: unknown) {
  const message = error instanceof Error ? error.message : String(error)
  console.error(message)
  return failed(`${name}: ${message}`)
}
