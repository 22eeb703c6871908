import { expect, test, vi } from 'vitest'

import { watchForStalls } from './stalls.ts'

test('a stall is noticed once, by a request before the next timer or by the timer', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  try {
    const onStall = vi.fn<() => void>()
    const now = vi.spyOn(performance, 'now').mockReturnValue(0)
    const beforeAnswer = watchForStalls(2_000, onStall)
    now.mockReturnValue(1_900)
    beforeAnswer()
    expect(onStall).not.toHaveBeenCalled()
    now.mockReturnValue(4_000)
    beforeAnswer()
    beforeAnswer()
    expect(onStall).toHaveBeenCalledTimes(1)
    now.mockReturnValue(9_000)
    vi.advanceTimersByTime(500)
    expect(onStall).toHaveBeenCalledTimes(2)
  } finally {
    vi.useRealTimers()
    vi.restoreAllMocks()
  }
})
