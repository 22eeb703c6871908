import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { build, type Plugin, type Rolldown } from 'vite'

import { firstReads } from '#client/lib/first-reads.ts'
import type { Language } from '#shared/lib/language/languages.ts'
import { EVENT_PATTERN, pageFile, paths, screenPatterns, stillFile } from '#shared/lib/paths.ts'

import { breakpoints } from './breakpoints.ts'
import { messages } from './messages.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const ROUTER = at('../app/router.tsx')
const PRERENDER = at('../app/prerender.tsx')
/** Layouts around the screen, by what the router calls the list of screens within. */
const PERSONAL = at('../app/shells/PersonalLayout.tsx')
const MEMBER = at('../app/shells/MemberLayout.tsx')
/** Imported by the screen while it loads. */
const PRESTIGE = at('../app/screens/PrestigeWithCache.tsx')

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
        const [prerender, page, screens] = await Promise.all([
          loadPrerender(join(dir, '..', `prerender-${language}`), language),
          readFile(join(dir, 'index.html'), 'utf8'),
          screensOfRouter(),
        ])
        prerender.setLanguageSource(() => language)
        const chunks = chunksOf(bundle)
        const stills = prerender.stillScreens(PRODUCT)
        const pages = new Map(
          screens.map((screen) => [screen.pattern, pageOf(screen, { page, prerender, chunks })]),
        )
        for (const [pattern, html] of pages) await writeFile(join(dir, pageFile(pattern)), html)
        for (const still of stills) {
          const html = pages.get(still.path === EVENT_PATTERN ? paths.login : still.path)
          if (html) await writeFile(join(dir, stillFile(still.path)), withStill(html, still))
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

function pageOf({ pattern, modules, isMember }: Screen, { page, prerender, chunks }: Context) {
  const files = filesOf(modules, chunks)
  const styles = files.css.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
  if (pattern === paths.landing)
    return withoutScript(withRoot(withHead(page, styles), prerender.renderLanding(PRODUCT), 'data-still'))
  const scripts = files.js.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  const named = withHead(page, [...styles, ...scripts])
  if (!isMember) return named
  return (
    withRoot(named, prerender.renderMemberShell(PRODUCT, pattern), 'data-still data-shell')
      .replace('<html', () => `<html data-reads="${firstReads(pattern).join(' ')}"`)
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

interface Screen {
  pattern: string
  modules: readonly string[]
  isMember: boolean
}

const SCREEN = /\bscreen\(\s*(?:'([^']+)'|paths\.(\w+)[^,]*),\s*\(\) => import\('([^']+)'\)/g

/** The screens and their modules, as the router's source has them. @throws unless it has exactly the known screens */
async function screensOfRouter(): Promise<Screen[]> {
  const source = await readFile(ROUTER, 'utf8')
  const memberScreens = source.indexOf('const memberScreens')
  const screens = [...source.matchAll(SCREEN)].map(({ 1: literal, 2: name, 3: file = '', index }) => {
    const isMember = index > memberScreens
    const module = at(file.startsWith('./') ? `../app/${file}` : file.replace('#client/', '../'))
    const pattern = literal ?? (name === 'prestige' ? paths.prestige('product') : paths[name as 'events'])
    const isPersonal = isMember || pattern === paths.onboarding
    return {
      pattern,
      isMember,
      modules: [
        ...(isPersonal ? [PERSONAL] : []),
        ...(isMember ? [MEMBER] : []),
        ...(name === 'prestige' ? [PRESTIGE] : []),
        module,
      ],
    }
  })
  const found = screens.map(({ pattern }) => pattern).toSorted()
  if (String(found) !== String(screenPatterns('product').toSorted()))
    throw new Error(`The router has other screens: ${found.join(', ')}`)
  return screens
}

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
  for (const module of modules) add(chunks.find(({ moduleIds }) => moduleIds.includes(module)))
  const own = [...found].filter((chunk) => !everywhere.has(chunk))
  return {
    js: own.map(({ fileName }) => fileName),
    css: [...new Set(own.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))],
  }
}
