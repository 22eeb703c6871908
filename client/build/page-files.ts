import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Plugin, Rolldown } from 'vite'

import { paths } from '#shared/lib/paths.ts'
import { firstReads, pageFile, type Screen, type ScreenKind, screens } from '#shared/lib/screens.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** Around screens of these kinds. */
const LAYOUTS: readonly { kinds: readonly ScreenKind[]; source: string }[] = [
  { kinds: ['personal', 'shared', 'member'], source: at('../app/shells/PersonalLayout.tsx') },
  { kinds: ['shared'], source: at('../app/shells/SharedLayout.tsx') },
  { kinds: ['member'], source: at('../app/shells/MemberLayout.tsx') },
]

/**
 * Writes a page for each screen beside `index.html`. It names the files that the screen needs, so that browsers load
 * them at once. The server renders into it what can be shown before any script has loaded (`server/http/pages`).
 */
export const pageFiles = (): Plugin => ({
  name: 'page-files',
  apply: 'build',
  writeBundle: {
    sequential: true,
    order: 'post',
    async handler({ dir }, bundle) {
      if (!dir) return
      const page = await readFile(join(dir, 'index.html'), 'utf8')
      const chunks = chunksOf(bundle)
      for (const screen of screens('product'))
        await writeFile(join(dir, pageFile(screen)), pageOf(screen, page, chunks))
    },
  },
})

function pageOf(screen: Screen, page: string, chunks: readonly Rolldown.OutputChunk[]) {
  const files = filesOf(sourcesOf(screen), chunks)
  const styles = files.css.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
  if (screen.path === paths.landing) return withoutScript(withHead(page, styles))
  const scripts = files.js.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  const named = withHead(page, [...styles, ...scripts])
  if (screen.kind === 'member')
    return (
      named
        .replace('<html', () => `<html data-reads="${firstReads(screen).join(' ')}"`)
        // Nothing in the shell is set in the heading's font.
        .replace(/<link rel="preload" as="font"[^>]*>/, '')
        .replace(SCRIPTS_BUT_LIBRARIES, '$& fetchpriority="low"')
    )
  return screen.isRendered ? named.replace(SCRIPTS, '$& fetchpriority="low"') : named
}

/**
 * The shell needs only the styles. On a slow line it is painted a sixth earlier if they load first; the libraries, the
 * largest file, load in parallel, so the content is not later.
 */
const SCRIPTS_BUT_LIBRARIES =
  /<(link rel="modulepreload"|script type="module")(?=[^>]* (href|src)="\/(?!assets\/libraries-))/g

/** The first view needs only the styles. */
const SCRIPTS = /<(link rel="modulepreload"|script type="module")/g

const PRELOAD = /<link rel="modulepreload"[^>]*>/g

/** The landing's texts are in the page and its links work: `boot.ts` starts the app when it is likely to be used. */
const withoutScript = (html: string) =>
  html
    .replaceAll(PRELOAD, '')
    .replace(/<html(.*?)<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/s, '<html data-app="$2"$1')

const withHead = (page: string, tags: readonly string[]) =>
  page.replace('</head>', () => `${tags.join('')}</head>`)

/** The layouts around the screen, and its own file. */
const sourcesOf = ({ kind, module }: Screen) => [
  ...LAYOUTS.filter(({ kinds }) => kinds.includes(kind)).map(({ source }) => source),
  at(`../app/routes/${module}.tsx`),
]

const chunksOf = (bundle: Rolldown.OutputBundle) =>
  Object.values(bundle).filter((file) => file.type === 'chunk')

function entryOf(chunks: readonly Rolldown.OutputChunk[]) {
  const entry = chunks.find((chunk) => chunk.isEntry)
  if (!entry) throw new Error('The build has no entry.')
  return entry
}

/** Files that the modules need beyond those of every page. */
function filesOf(modules: readonly string[], chunks: readonly Rolldown.OutputChunk[]) {
  const named = (fileName: string) => chunks.find((chunk) => chunk.fileName === fileName)
  const found = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const fileName of chunk.imports) add(named(fileName))
  }
  add(entryOf(chunks))
  const everywhere = new Set(found)
  for (const module of modules) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
    if (!chunk) throw new Error(`The build has no ${module}.`)
    add(chunk)
  }
  const own = [...found].filter((chunk) => !everywhere.has(chunk))
  return {
    js: own.map(({ fileName }) => fileName),
    css: [...new Set(own.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))],
  }
}
