export interface Outcome {
  passed: number
  failed: number
}

export interface Check {
  name: string
  /** One that throws has failed. */
  run: () => Promise<Outcome>
}

export const PASSED: Outcome = { passed: 1, failed: 0 }
export const FAILED: Outcome = { passed: 0, failed: 1 }

/** One after another, all of them, whatever fails. */
export async function runChecks(checks: readonly Check[]): Promise<Outcome> {
  const total = { passed: 0, failed: 0 }
  for (const { name, run } of checks) {
    const began = performance.now()
    console.log(`\n— ${name}`)
    const { passed, failed } = await run().catch(complain)
    total.passed += passed
    total.failed += failed
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`${failed === 0 ? '✓' : '✗'} ${name}, ${seconds} s`)
  }
  return total
}

function complain(error: unknown) {
  console.error(error instanceof Error ? error.message : error)
  return FAILED
}
