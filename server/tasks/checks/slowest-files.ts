import { relative } from 'node:path'

import type { Reporter, TestModule } from 'vitest/node'

const COUNT = 10

const secondsOf = (module: TestModule) => {
  const { collectDuration, duration } = module.diagnostic()
  return (collectDuration + duration) / 1000
}

/** Ends a run of the tests with the files that took longest, imports and hooks included. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const slowest = modules.toSorted((a, b) => secondsOf(b) - secondsOf(a)).slice(0, COUNT)
    const lines = slowest.map(
      (module) => `${secondsOf(module).toFixed(1).padStart(7)} s  ${relative('', module.moduleId)}`,
    )
    console.log(`\nSlowest files\n${lines.join('\n')}\n`)
  }
}
