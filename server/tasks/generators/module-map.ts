/** `npm run module-map` draws `docs/pictures/modules.svg` from the imports between modules and their declared order. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
/** Modules in their order, from the import rules. */
export const { MODULES } = (await import(join(ROOT, 'oxlint.config.ts'))) as { MODULES: readonly string[] }
export const MODULE_MAP = join(ROOT, 'docs/pictures/modules.svg')

const SIDES = { server: 'server/modules', client: 'client/modules', shared: 'shared' }

interface Arrow {
  side: string
  /** Place in the order of the module that imports, and of the one that it imports from. */
  from: number
  to: number
}

/** Imports between modules, without those of tests: one arrow for each pair and side. */
export const arrows = (): Arrow[] => Object.entries(SIDES).flatMap(([side, folder]) => arrowsOf(side, folder))
export const isUpward = ({ from, to }: Arrow) => to > from

function arrowsOf(side: string, folder: string): Arrow[] {
  const imports = new RegExp(`from\\s+'#${folder}/([a-z-]+)/|import\\(\\s*'#${folder}/([a-z-]+)/`, 'g')
  const found = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => {
      const from = MODULES.indexOf(file.slice(folder.length + 1).split('/')[0]!)
      return [...readFileSync(join(ROOT, file), 'utf8').matchAll(imports)].map(([, named, loaded]) => ({
        side,
        from,
        to: MODULES.indexOf(named ?? loaded ?? ''),
      }))
    })
    .filter(({ from, to }) => from >= 0 && to >= 0 && from !== to)
  const pairs = new Map(found.map((arrow) => [`${arrow.from} ${arrow.to}`, arrow]))
  return [...pairs.values()].toSorted((one, other) => one.from - other.from || one.to - other.to)
}

const BOX = { width: 160, height: 30, pitch: 50 }
const COLUMN = 340
const MARGIN = { left: 24, top: 70, bottom: 64 }
const WIDTH = MARGIN.left + COLUMN * Object.keys(SIDES).length
const HEIGHT = MARGIN.top + BOX.pitch * MODULES.length + MARGIN.bottom

/** The first module is at the bottom, below those that use it. */
const middleOf = (module: number) => MARGIN.top + BOX.pitch * (MODULES.length - 1 - module) + BOX.height / 2

export const moduleMap =
  () => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title">
<title id="title">Modules of the server, the client and shared, in their order, and which uses which</title>
<style>
svg { --page: #fff; --text: #1b1f24; --muted: #59636e; --box: #f1f4f8; --line: #c4ccd6; --arrow: #2f6f9f; font: 14px system-ui, sans-serif }
@media (prefers-color-scheme: dark) {
  svg { --page: #0f1419; --text: #e6edf3; --muted: #9aa7b4; --box: #1c2530; --line: #3a4654; --arrow: #6cb6ef }
}
.page { fill: var(--page) }
.side { fill: var(--text); font-size: 18px; font-weight: 600 }
.box { fill: var(--box); stroke: var(--line) }
.name { fill: var(--text) }
.legend { fill: var(--muted); font-size: 12px }
.arrow { fill: none; stroke: var(--arrow); stroke-width: 1.5; opacity: .75 }
.head { fill: var(--arrow) }
</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path class="head" d="M0 0L8 4L0 8z"/></marker></defs>
<rect class="page" width="${WIDTH}" height="${HEIGHT}"/>
${Object.keys(SIDES).map(drawSide).join('\n')}
<text class="legend" x="${MARGIN.left}" y="${HEIGHT - 38}">An arrow leads from a module to one that it imports from. All arrows lead down: a module uses only those below it.</text>
<text class="legend" x="${MARGIN.left}" y="${HEIGHT - 18}">Screens of several modules are put together in client/app.</text>
</svg>
`

function drawSide(side: string, index: number) {
  const left = MARGIN.left + COLUMN * index
  const boxes = MODULES.map((module, at) => {
    const middle = middleOf(at)
    return `<rect class="box" x="${left}" y="${middle - BOX.height / 2}" width="${BOX.width}" height="${BOX.height}" rx="6"/>
<text class="name" x="${left + 12}" y="${middle + 5}">${module}</text>`
  })
  const arcs = arrows().filter((arrow) => arrow.side === side)
  return `<text class="side" x="${left}" y="40">${side}</text>
${arcs.map((arrow) => drawArrow(arrow, left + BOX.width)).join('\n')}
${boxes.join('\n')}`
}

/** An arc beside the boxes, the wider the further it leads. */
function drawArrow(arrow: Arrow, edge: number) {
  const distance = Math.abs(arrow.from - arrow.to)
  // Leaves at the lower half of a box and arrives at the upper half of another, apart from its neighbours.
  const start = middleOf(arrow.from) + 3 + distance * 0.5
  const end = middleOf(arrow.to) - 3 - distance * 0.5
  const bend = edge + 26 + distance * 17
  return `<path class="arrow" marker-end="url(#head)" d="M${edge} ${start}C${bend} ${start} ${bend} ${end} ${edge} ${end}"/>`
}

if (import.meta.main) writeFileSync(MODULE_MAP, moduleMap())
