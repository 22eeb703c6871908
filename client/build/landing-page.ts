import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { build, type Plugin, type Rolldown } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const SCREEN = at('../features/landing/LandingScreen.tsx')
const PRERENDER = at('../app/prerender.tsx')

/** Both are filled in by the server, which alone knows them. */
const PRODUCT = { name: '%PRODUCT_NAME%', slug: '%PRODUCT_SLUG%' }

/**
 * Writes `landing.html` beside `index.html`: the same page with the landing already in it, for the server to send
 * at `/`. Most first visits are there, and they need not wait for a script before they can read.
 */
export function landingPage(): Plugin {
  return {
    name: 'landing-page',
    apply: 'build',
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler({ dir }, bundle) {
        if (!dir) return
        const body = await renderLanding(join(dir, '..', 'prerender'))
        const page = await readFile(join(dir, 'index.html'), 'utf8')
        const landing = page
          .replace('</head>', () => `${headOf(bundle).join('')}</head>`)
          .replace('<div id="root">', () => `<div id="root" data-still>${body}`)
          // The texts are in the page and the links work: `boot.ts` starts the app at the first interaction.
          .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
          .replace(/<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/, '')
          .replace('<html', () => `<html data-app="/${entryOf(bundle).fileName}"`)
        await writeFile(join(dir, 'landing.html'), landing)
      },
    },
  }
}

/** Built for Node with the same names of classes, run once, and removed. */
async function renderLanding(outDir: string) {
  await build({
    configFile: false,
    root: at('..'),
    logLevel: 'warn',
    build: { ssr: PRERENDER, outDir, emptyOutDir: true, copyPublicDir: false },
  })
  const entry = pathToFileURL(join(outDir, 'prerender.js')).href
  const { renderLanding: render } = (await import(entry)) as {
    renderLanding: (product: typeof PRODUCT) => string
  }
  await rm(outDir, { recursive: true })
  return render(PRODUCT)
}

const chunksOf = (bundle: Rolldown.OutputBundle) =>
  Object.values(bundle).filter((file) => file.type === 'chunk')

function entryOf(bundle: Rolldown.OutputBundle) {
  const entry = chunksOf(bundle).find((chunk) => chunk.isEntry)
  if (!entry) throw new Error('The build has no entry.')
  return entry
}

/** Styles that the landing needs beyond those of every page: without them it would be drawn twice. */
function headOf(bundle: Rolldown.OutputBundle) {
  const chunks = chunksOf(bundle)
  const named = (fileName: string) => chunks.find((chunk) => chunk.fileName === fileName)
  const withImports = (chunk: Rolldown.OutputChunk | undefined): Rolldown.OutputChunk[] =>
    chunk ? [chunk, ...chunk.imports.flatMap((fileName) => withImports(named(fileName)))] : []

  const everywhere = new Set(withImports(entryOf(bundle)))
  const screen = chunks.find((chunk) => chunk.facadeModuleId === SCREEN)
  const own = withImports(screen).filter((chunk) => !everywhere.has(chunk))
  const styles = new Set(own.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))
  return [...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
}
