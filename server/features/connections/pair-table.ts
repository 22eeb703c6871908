import { CONNECTION_STATES, type ConnectionState } from '#shared/connection-rules.ts'

import { connectionIdOf } from './connection-state.ts'

/** What one of the two has with the other. */
export interface Link {
  memberId: string
  state: ConnectionState
  /** Whether the one sent the last request. */
  isRequester: boolean
  /** Milliseconds. */
  at: number
}

interface PairId {
  id: string
  requester: string
  receiver: string
}

interface Pair extends PairId {
  state: ConnectionState
  at: number
}

/** A pair is seven 32-bit numbers. The requester's come first in `MEMBER` and `NEXT`, then the receiver's. */
const WORDS = 7
const MEMBER = 0
/** The next pair of the member, as an edge. */
const NEXT = 2
const SECONDS = 4
/** Milliseconds and, above them, the state. */
const REST = 5
/** The start of the id, which is a digest: a deletion names nothing else. */
const TAG = 6
const MILLISECOND_BITS = 10
/** An edge is twice the pair's place, plus one for the receiver's. */
const NONE = 0xffff_ffff
const GROWTH = 1.25

/** Pairs of members in one array of numbers: 28 bytes each, as there are millions in a network of 100,000. */
export function createPairTable() {
  const numbers = new Map<string, number>()
  const ids: string[] = []
  /** By member: their first edge. */
  const first: number[] = []
  const free: number[] = []
  let words = new Uint32Array(WORDS * 64)
  let size = 0

  const word = (edge: number, kind: typeof MEMBER | typeof NEXT) => (edge >> 1) * WORDS + kind + (edge & 1)
  const otherMember = (edge: number) => words[word(edge ^ 1, MEMBER)]!

  function numberOf(id: string) {
    return numbers.getOrInsertComputed(id, () => {
      first.push(NONE)
      return ids.push(id) - 1
    })
  }

  const after = (edge: number) => words[word(edge, NEXT)]!

  /** Goes along the pairs of both, as far as the one with fewer has any. */
  function edgeBetween(one: string, other: string) {
    const [from, to] = [numbers.get(one), numbers.get(other)]
    if (from === undefined || to === undefined) return NONE
    let [edge, back] = [first[from]!, first[to]!]
    while (edge !== NONE && back !== NONE) {
      if (otherMember(edge) === to) return edge
      if (otherMember(back) === from) return back ^ 1
      edge = after(edge)
      back = after(back)
    }
    return NONE
  }

  function nextPlace() {
    const place = free.pop() ?? size++
    if (size * WORDS > words.length) {
      const larger = new Uint32Array(WORDS * Math.ceil(size * GROWTH))
      larger.set(words)
      words = larger
    }
    return place
  }

  function unlink(edge: number) {
    const member = words[word(edge, MEMBER)]!
    if (first[member] === edge) {
      first[member] = after(edge)
      return
    }
    let before = first[member]!
    while (after(before) !== edge) before = after(before)
    words[word(before, NEXT)] = after(edge)
  }

  function removePlace(place: number) {
    unlink(place * 2)
    unlink(place * 2 + 1)
    // Found by no id any more.
    words[place * WORDS + MEMBER] = NONE
    free.push(place)
  }

  function linkOf(edge: number): Link {
    const start = (edge >> 1) * WORDS
    const rest = words[start + REST]!
    return {
      memberId: ids[otherMember(edge)]!,
      state: CONNECTION_STATES[rest >> MILLISECOND_BITS]!,
      isRequester: (edge & 1) === 0,
      at: words[start + SECONDS]! * 1_000 + (rest & ((1 << MILLISECOND_BITS) - 1)),
    }
  }

  return {
    count: () => size - free.length,

    /** Replaces what the two had. */
    put({ id, requester, receiver, state, at }: Pair) {
      const known = edgeBetween(requester, receiver)
      if (known !== NONE) removePlace(known >> 1)
      const place = nextPlace()
      const start = place * WORDS
      words[start + SECONDS] = Math.floor(at / 1_000)
      words[start + REST] = (CONNECTION_STATES.indexOf(state) << MILLISECOND_BITS) | (at % 1_000)
      words[start + TAG] = tagOf(id)
      for (const [side, memberId] of [requester, receiver].entries()) {
        const member = numberOf(memberId)
        const edge = place * 2 + side
        words[word(edge, MEMBER)] = member
        words[word(edge, NEXT)] = first[member]!
        first[member] = edge
      }
    },

    /** Nothing when the two have another document. */
    removePair({ id, requester, receiver }: PairId) {
      const edge = edgeBetween(requester, receiver)
      if (edge !== NONE && words[(edge >> 1) * WORDS + TAG] === tagOf(id)) removePlace(edge >> 1)
    },

    /** Goes through all pairs, some milliseconds for millions: documents are deleted with accounts only. */
    remove(id: string) {
      const tag = tagOf(id)
      for (let place = 0; place < size; place += 1) {
        const start = place * WORDS
        if (words[start + TAG] !== tag || words[start + MEMBER] === NONE) continue
        const [one, other] = [ids[words[start + MEMBER]!]!, ids[words[start + MEMBER + 1]!]!]
        if (connectionIdOf(one, other) === id) return removePlace(place)
      }
    },

    /** The times of all pairs in this state. */
    *timesOf(state: ConnectionState): Generator<number, void> {
      const wanted = CONNECTION_STATES.indexOf(state)
      for (let place = 0; place < size; place += 1) {
        const start = place * WORDS
        if (words[start + MEMBER] === NONE || words[start + REST]! >> MILLISECOND_BITS !== wanted) continue
        yield words[start + SECONDS]! * 1_000
      }
    },

    clear() {
      numbers.clear()
      ids.length = first.length = free.length = size = 0
      words = new Uint32Array(WORDS * 64)
    },

    between(one: string, other: string): Link | undefined {
      const edge = edgeBetween(one, other)
      return edge === NONE ? undefined : linkOf(edge)
    },

    /** Whether the member has any link in this state. */
    has(memberId: string, state: ConnectionState) {
      const member = numbers.get(memberId)
      const wanted = CONNECTION_STATES.indexOf(state)
      let edge = member === undefined ? NONE : first[member]!
      while (edge !== NONE && words[(edge >> 1) * WORDS + REST]! >> MILLISECOND_BITS !== wanted) {
        edge = after(edge)
      }
      return edge !== NONE
    },

    of(memberId: string): Link[] {
      const member = numbers.get(memberId)
      const found: Link[] = []
      if (member === undefined) return found
      for (let edge = first[member]!; edge !== NONE; edge = after(edge)) found.push(linkOf(edge))
      return found
    },
  }
}

const tagOf = (id: string) => Buffer.from(id, 'base64url').readUInt32LE()
