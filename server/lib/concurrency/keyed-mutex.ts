/** Runs work with the same id one after the other, in the order of the calls, within this process. */
export type KeyedMutex = <R>(id: string, work: () => Promise<R>) => Promise<R>

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return (id, work) => {
    const before = last.get(id)
    const turn = before ? before.then(work, work) : work()
    last.set(id, turn)
    const leave = () => {
      if (last.get(id) === turn) last.delete(id)
    }
    turn.then(leave, leave)
    return turn
  }
}
