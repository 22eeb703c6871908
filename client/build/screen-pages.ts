import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { build, type Plugin, type Rolldown } from 'vite'

import type { Language } from '#shared/lib/language/languages.ts'
import { paths } from '#shared/lib/paths.ts'
import {
  firstReads,
  pageFile,
  type Screen,
  type ScreenKind,
  screens,
  stillFile,
} from '#shared/lib/screens.ts'

import { breakpoints } from './breakpoints.ts'
import { messages } from './messages.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const PRERENDER = at('../app/prerender.tsx')
/** Around screens of these kinds. */
const LAYOUTS: readonly { kinds: readonly ScreenKind[]; source: string }[] = [
  { kinds: ['personal', 'shared', 'member'], source: at('../app/shells/PersonalLayout.tsx') },
  { kinds: ['shared'], source: at('../app/shells/SharedLayout.tsx') },
  { kinds: ['member'], source: at('../app/shells/MemberLayout.tsx') },
]

/** Placeholders that the server fills in. */
const PRODUCT = { name: '%PRODUCT_NAME%', slug: '%PRODUCT_SLUG%' }

type Prerender = typeof import('../app/prerender.tsx')

/**
 * Writes a page for each screen beside `index.html`. It names the files that the screen needs, so that browsers load
 * them at once, and contains what can be shown before any script has loaded: all of the landing, the target of most
 * first visits, and the shell of the members' screens. Some public screens have a second page, with what they show
 * first.
 */
export function screenPages(language: Language): Plugin {
  return {
    name: 'screen-pages',
    apply: 'build',
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler({ dir }, bundle) {
        if (!dir) return
        const [prerender, page] = await Promise.all([
          loadPrerender(join(dir, '..', `prerender-${language}`), language),
          readFile(join(dir, 'index.html'), 'utf8'),
        ])
        prerender.setLanguageSource(() => language)
        const chunks = chunksOf(bundle)
        const all = screens('product')
        const pages = new Map(
          all.map((screen) => [screen.module, pageOf(screen, { page, prerender, chunks })]),
        )
        for (const screen of all) {
          await writeFile(join(dir, pageFile(screen)), pages.get(screen.module)!)
          if (!screen.still) continue
          const html = pages.get(screen.kind === 'member' ? 'SignIn' : screen.module)!
          await writeFile(
            join(dir, stillFile(screen)),
            withStill(html, prerender.renderStill(PRODUCT, screen)),
          )
        }
      },
    },
  }
}

interface Context {
  page: string
  prerender: Prerender
  chunks: readonly Rolldown.OutputChunk[]
}

function pageOf(screen: Screen, { page, prerender, chunks }: Context) {
  const files = filesOf(sourcesOf(screen), chunks)
  const styles = files.css.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
  if (screen.path === paths.landing)
    return withoutScript(withRoot(withHead(page, styles), prerender.renderLanding(PRODUCT), 'data-still'))
  const scripts = files.js.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  const named = withHead(page, [...styles, ...scripts])
  if (screen.kind !== 'member') return named
  return (
    withRoot(named, prerender.renderMemberShell(PRODUCT, screen.path), 'data-still data-shell')
      .replace('<html', () => `<html data-reads="${firstReads(screen).join(' ')}"`)
      // Nothing in the shell is set in the heading's font.
      .replace(/<link rel="preload" as="font"[^>]*>/, '')
      .replace(SCRIPTS_BUT_LIBRARIES, '$& fetchpriority="low"')
  )
}

/**
 * The shell needs only the styles. On a slow line it is painted a sixth earlier if they load first; the libraries, the
 * largest file, load in parallel, so the content is not later.
 */
const SCRIPTS_BUT_LIBRARIES =
  /<(link rel="modulepreload"|script type="module")(?=[^>]* (href|src)="\/(?!assets\/libraries-))/g

/** The page of a screen with what the app will show first, which needs only the styles. */
const withStill = (html: string, { title, html: body }: { title: string; html: string }) =>
  withRoot(html, body, 'data-still')
    .replace(/<title>[^<]*/, () => `<title>${title} · %PRODUCT_NAME%`)
    .replace(SCRIPTS, '$& fetchpriority="low"')

const SCRIPTS = /<(link rel="modulepreload"|script type="module")/g

const PRELOAD = /<link rel="modulepreload"[^>]*>/g

/** The landing's texts are in the page and its links work: `boot.ts` starts the app when it is likely to be used. */
const withoutScript = (html: string) =>
  html
    .replaceAll(PRELOAD, '')
    .replace(/<html(.*?)<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/s, '<html data-app="$2"$1')

const withHead = (page: string, tags: readonly string[]) =>
  page.replace('</head>', () => `${tags.join('')}</head>`)

const withRoot = (page: string, body: string, attributes: string) =>
  page.replace('<div id="root">', () => `<div id="root" ${attributes}>${body}`)

/** The layouts around the screen, and its own file. */
const sourcesOf = ({ kind, module }: Screen) => [
  ...LAYOUTS.filter(({ kinds }) => kinds.includes(kind)).map(({ source }) => source),
  at(`../app/routes/${module}.tsx`),
]

/** Built for Node with the same class names, run once, and removed. */
async function loadPrerender(outDir: string, language: Language) {
  await build({
    configFile: false,
    root: at('..'),
    logLevel: 'warn',
    // Class names are hashes of the plugin's output for a stylesheet.
    plugins: [breakpoints(), messages(language)],
    build: { ssr: PRERENDER, outDir, emptyOutDir: true, copyPublicDir: false },
  })
  const prerender: Prerender = await import(pathToFileURL(join(outDir, 'prerender.js')).href)
  await rm(outDir, { recursive: true })
  return prerender
}

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
