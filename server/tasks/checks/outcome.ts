export interface Outcome {
  passed: number
  failed: number
}

export interface Check {
  name: string
  /** One that throws has failed. */
  run: () => Promise<Outcome>
}

/** One after another. */
type Sequence = readonly Check[]

export const PASSED: Outcome = { passed: 1, failed: 0 }
export const FAILED: Outcome = { passed: 0, failed: 1 }

/** All sequences at the same time, and every check of them, whatever fails. */
export async function runChecks(...sequences: readonly Sequence[]): Promise<Outcome> {
  const outcomes = await Promise.all(sequences.map(runSequence))
  return outcomes.reduce(add, { passed: 0, failed: 0 })
}

export const add = (a: Outcome, b: Outcome): Outcome => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
})

async function runSequence(checks: Sequence): Promise<Outcome> {
  let total: Outcome = { passed: 0, failed: 0 }
  for (const { name, run } of checks) {
    const began = performance.now()
    const outcome = await run().catch(complain)
    total = add(total, outcome)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`${outcome.failed === 0 ? '✓' : '✗'} ${name}, ${seconds} s\n`)
  }
  return total
}

function complain(error: unknown) {
  console.error(error instanceof Error ? error.message : error)
  return FAILED
}
