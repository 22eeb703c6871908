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
          .replace('<div id="root">', (tag) => tag + body)
          // The words are here: what draws them, styles and font, goes first over the wire.
          .replaceAll(/<(?:script type="module"|link rel="modulepreload")/g, '$& fetchpriority="low"')
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

/** What the landing needs beyond what every page has: without its styles it would be drawn twice. */
function headOf(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const named = (fileName: string) => chunks.find((chunk) => chunk.fileName === fileName)
  const withImports = (chunk: Rolldown.OutputChunk | undefined): Rolldown.OutputChunk[] =>
    chunk ? [chunk, ...chunk.imports.flatMap((fileName) => withImports(named(fileName)))] : []

  const everywhere = new Set(withImports(chunks.find((chunk) => chunk.isEntry)))
  const screen = chunks.find((chunk) => chunk.facadeModuleId === SCREEN)
  const own = [...new Set(withImports(screen))].filter((chunk) => !everywhere.has(chunk))
  const styles = new Set(own.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...own.map((chunk) => `<link rel="modulepreload" crossorigin href="/${chunk.fileName}">`),
  ]
}
