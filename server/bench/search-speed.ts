import { FULL_LIVES } from './full-lives.ts'
import type { startProduct } from './product.ts'
import type { Figure } from './row.ts'

/** Paths of searches, with the highest processor time of a request in milliseconds. */
const SEARCHES = [
  { name: 'two letters', path: '/api/directory?q=an', limit: 1 },
  { name: 'a word', path: '/api/directory?q=bailhuba', limit: 1.5 },
  { name: 'a trade', path: '/api/directory?q=lawyer', limit: 1.5 },
  { name: 'three words with a typing error', path: '/api/directory?q=basababa+jadobaba+lawyre', limit: 4 },
  { name: 'a word, everywhere', path: '/api/search?q=bailhuba', limit: 2.5 },
  { name: 'a trade, everywhere', path: '/api/search?q=lawyer', limit: 2.5 },
]

/** Searches of the members with a full life, in turn. */
export async function searchFigures({ read }: Awaited<ReturnType<typeof startProduct>>): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { name, path, limit } of SEARCHES) {
    const { ops } = await read({ name, path, as: FULL_LIVES, target: 0 })
    const value = Number((1_000 / ops).toFixed(1))
    figures.push({ name: `search, ${name}, processor time`, value, unit: 'ms', bound: 'at most', limit })
  }
  return figures
}
