import { createHash } from 'node:crypto'

const BACKDROPS = ['#dfe8df', '#e9dfcf', '#d9e2ea', '#eadbd6', '#e4e0ee', '#dce9e6', '#efe6c9', '#d8dccf']
const SKINS = ['#f3d3bd', '#e8b996', '#d49b74', '#b97a52', '#8f5a3a', '#6b4029']
const HAIRS = ['#2b211c', '#4b3425', '#7a5330', '#b98647', '#8a8681', '#c9c3b8', '#5a2f24', '#1f1f22']
const COATS = ['#1f5d4c', '#8f6a1e', '#37506b', '#7a3b34', '#4f4a63', '#5d6b3a', '#2f3a3a', '#9b5d3c']

const HAIRCUTS = [
  // Hair styles: short, parted, long, curly, a bun, none.
  (hair: string) =>
    `<path d="M78 112c-4-44 20-66 50-66s54 22 50 66c-6-26-22-36-50-36s-44 10-50 36z" fill="${hair}"/>`,
  (hair: string) =>
    `<path d="M76 118c-6-50 22-74 54-72 34 2 54 28 48 72-4-22-14-34-30-42-22 10-52 12-72 42z" fill="${hair}"/>`,
  (hair: string) =>
    `<path d="M74 190c-10-40-12-72-4-98 8-30 30-46 58-46s50 16 58 46c8 26 6 58-4 98h-20c10-50 6-82-34-110-40 28-44 60-34 110z" fill="${hair}"/>`,
  (hair: string) =>
    [84, 104, 128, 152, 172]
      .map((x, at) => `<circle cx="${x}" cy="${[86, 66, 58, 66, 86][at]}" r="22" fill="${hair}"/>`)
      .join(''),
  (hair: string) =>
    `<circle cx="128" cy="42" r="20" fill="${hair}"/><path d="M78 112c-4-44 20-64 50-64s54 20 50 64c-8-28-24-38-50-38s-42 10-50 38z" fill="${hair}"/>`,
  () => '',
]
const GLASSES =
  '<g fill="none" stroke="#33312d" stroke-width="4"><circle cx="108" cy="116" r="14"/><circle cx="148" cy="116" r="14"/><path d="M122 115h12"/></g>'

/** A drawn head and shoulders, 256 × 256, always the same for the same seed. */
export function portrait(seed: string) {
  const bytes = createHash('sha256').update(seed).digest()
  const pick = <T>(list: readonly T[], at: number) => list[(bytes[at] ?? 0) % list.length] as T
  const [skin, hair] = [pick(SKINS, 1), pick(HAIRS, 2)]
  const haircut = pick(HAIRCUTS, 4)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256">
<rect width="256" height="256" fill="${pick(BACKDROPS, 0)}"/>
<path d="M28 256c4-52 44-70 100-70s96 18 100 70z" fill="${pick(COATS, 3)}"/>
<path d="M106 160h44v34c-8 14-36 14-44 0z" fill="${skin}"/>
<path d="M106 176c14 12 30 12 44 0v-10h-44z" fill="#000" opacity=".1"/>
<ellipse cx="128" cy="120" rx="46" ry="56" fill="${skin}"/>
${haircut(hair)}
<circle cx="110" cy="117" r="4" fill="#2b2622"/><circle cx="146" cy="117" r="4" fill="#2b2622"/>
<path d="M128 122c-2 8-4 12-2 14 2 1 4 1 6 0" fill="none" stroke="#000" stroke-opacity=".25" stroke-width="3" stroke-linecap="round"/>
<path d="M112 ${148 + ((bytes[6] ?? 0) % 3)}c8 8 24 8 32 0" fill="none" stroke="#7a2f2a" stroke-width="4" stroke-linecap="round"/>
${(bytes[7] ?? 0) % 3 === 0 ? GLASSES : ''}
</svg>`
}
