import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

import { expect, onTestFinished, test, vi } from 'vitest'

import { supervise } from './supervise.ts'

/** A part that is a real process, and a shutdown that ends no test run. */
function setUp({ fails = false } = {}) {
  const children: ChildProcess[] = []
  const steps: (() => Promise<void>)[] = []
  let closedWith: number | undefined
  const lines: string[] = []
  const terminal = vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line))
  onTestFinished(() => {
    terminal.mockRestore()
    for (const child of children) child.kill('SIGKILL')
  })
  const shutdown = {
    add: (step: () => Promise<void>) => void steps.push(step),
    isShuttingDown: () => closedWith !== undefined,
    async close(code: number) {
      closedWith = code
      await Promise.all(steps.map((step) => step()))
    },
  }
  const start = async () => {
    if (fails && children.length > 0) throw new Error('No room for it.')
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    children.push(child)
    const ended = once(child, 'exit').then(([code]) => code as number | null)
    return { ended, stop: async () => void (child.kill(), await ended) }
  }
  const run = () => supervise({ name: 'The part', advice: 'Read its log.', start }, shutdown)
  return { run, shutdown, children, lines, closedWith: () => closedWith }
}

test('a part that dies is restarted once, and a second time the demo ends with advice', async () => {
  const { run, children, lines, closedWith } = setUp()
  await run()
  children[0]!.kill('SIGKILL')
  await expect
    .poll(() => lines)
    .toEqual(['The part stopped unexpectedly (killed). Restarting it …', 'The part is running again.'])
  children[1]!.kill('SIGKILL')
  await expect.poll(closedWith).toBe(1)
  expect(lines.at(-1)).toBe('The part stopped again (killed). Read its log.')
  expect(children).toHaveLength(2)
})

test('a part that cannot be started again ends the demo and says why', async () => {
  const { run, children, lines, closedWith } = setUp({ fails: true })
  await run()
  children[0]!.kill('SIGKILL')
  await expect.poll(closedWith).toBe(1)
  expect(lines.at(-1)).toMatch(/No room for it\.[^]* Read its log\.$/)
})

test('a part that the demo stops is not restarted, even if it was restarted before', async () => {
  const { run, shutdown, children, lines } = setUp()
  await run()
  children[0]!.kill('SIGKILL')
  await expect.poll(() => children.length).toBe(2)
  await expect.poll(() => lines.length).toBe(2)
  await shutdown.close(0)
  expect(children[1]!.signalCode).toBe('SIGTERM')
  expect(children).toHaveLength(2)
  expect(lines).toHaveLength(2)
})
